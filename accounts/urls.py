from django.urls import path

from accounts.api import keys as api_keys
from accounts.api import me as api_me
from accounts.views import home, invitations, keys, passwords, people, sign_in

pages = [
    path("", home.home, name="home"),
    path("palette", home.palette, name="palette"),
    path("profile", home.profile, name="profile"),
    path("sign-in", sign_in.sign_in, name="sign-in"),
    path("sign-out", sign_in.sign_out, name="sign-out"),
    path("password", passwords.change, name="password-change"),
    path("password/reset", passwords.ask, name="password-reset"),
    path("password/reset/sent", passwords.sent, name="password-reset-sent"),
    path("password/reset/<uid>/<token>", passwords.confirm, name="password-reset-confirm"),
    path("invitations/<token>", invitations.accept, name="invitation"),
    path("people", people.index, name="people"),
    path("people/invite", invitations.invite, name="invite"),
    path(
        "people/invitations/<uuid:invitation_id>/renew", invitations.renew, name="invitation-renew"
    ),
    path(
        "people/invitations/<uuid:invitation_id>/withdraw",
        invitations.withdraw,
        name="invitation-withdraw",
    ),
    path("people/<uuid:person_id>/role", people.role, name="person-role"),
    path("people/<uuid:person_id>/deactivate", people.deactivate, name="person-deactivate"),
    path("people/<uuid:person_id>/reactivate", people.reactivate, name="person-reactivate"),
    path("people/<uuid:person_id>/remove", people.remove, name="person-remove"),
    path("keys", keys.index, name="keys"),
    path("keys/new", keys.create, name="key-create"),
    path("keys/<uuid:key_id>/rotate", keys.rotate, name="key-rotate"),
    path("keys/<uuid:key_id>/revoke", keys.revoke, name="key-revoke"),
]

api = [
    path("me", api_me.MeView.as_view(), name="api-me"),
    path("keys", api_keys.KeysView.as_view(), name="api-keys"),
    path("keys/<uuid:key_id>", api_keys.KeyView.as_view(), name="api-key"),
    path("keys/<uuid:key_id>/rotate", api_keys.RotateKeyView.as_view(), name="api-key-rotate"),
]
