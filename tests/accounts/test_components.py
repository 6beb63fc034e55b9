"""Components that have something inside of them."""

from django.template import Context, Template


def test_a_listing_has_a_head_and_is_named() -> None:
    text = '{% load components %}{% listing label "Key" "" %}<tbody></tbody>{% endlisting %}'
    made = Template(text).render(Context({"label": "<Keys>"}))
    assert 'aria-label="&lt;Keys&gt;"' in made
    assert '<th scope="col">Key</th>' in made
    assert '<th scope="col"><span class="visually-hidden">Actions</span></th>' in made
    assert "<tbody></tbody></table>" in made
