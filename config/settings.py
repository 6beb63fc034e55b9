"""Settings: one file, every value that differs between installations read from the environment.

`.env.example` documents each variable; `config/checks.py` refuses an unsafe production start.
"""

import secrets
from datetime import timedelta
from pathlib import Path
from typing import Any

from psycopg.conninfo import conninfo_to_dict

from config import env
from config.paths import ROOT, data_dir

env.load_file(ROOT / ".env")

# -- Environment ------------------------------------------------------------------------------

ENVIRONMENT = env.choice("TENON_ENV", ("development", "production"))
PRODUCTION = ENVIRONMENT == "production"
DEBUG = env.flag("DEBUG")
BASE_DOMAIN = env.text("BASE_DOMAIN", "localhost")
# Where browsers reach us; for the links in mails.
SITE_SCHEME = "https" if PRODUCTION else "http"
SITE_PORT = "" if PRODUCTION else f":{env.integer('PORT', 8000)}"
# The demo's tenants and people are seeded, and its sign-in page shows them.
DEMO = env.flag("DEMO", default=not PRODUCTION)
DATA_DIR = data_dir()

# The table of domains is the list of allowed hosts: TenantMiddleware answers 404 to any other,
# before anything reads the host.
ALLOWED_HOSTS = ["*"]


def _development_key(path: Path) -> str:
    """A key of its own for each checkout, so that none is ever shared by being in the code."""
    if not path.is_file():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
        path.write_text(secrets.token_urlsafe(50))
    return path.read_text()


SECRET_KEY = env.text("SECRET_KEY") or (
    "" if PRODUCTION else _development_key(DATA_DIR / "secret-key")
)
SECRET_KEY_FALLBACKS = [key for key in env.text("SECRET_KEY_FALLBACKS").split(",") if key]

# What seals the secrets of tenants (tenants/vault.py): the first seals, all of them open.
ENCRYPTION_KEYS = [key for key in env.text("ENCRYPTION_KEYS").split(",") if key] or [
    SECRET_KEY,
    *SECRET_KEY_FALLBACKS,
]

# -- Applications -----------------------------------------------------------------------------

# No app stands in both lists: a query that lost its tenant must find no table in public.
# `tenants` first: its commands stand before those of the same name in django-tenants.
SHARED_APPS = ["tenants", "django_tenants"]
TENANT_APPS = [
    "django.contrib.contenttypes",
    "django.contrib.auth",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.admin.apps.SimpleAdminConfig",
    "guardian",
    "accounts",
    "oauth",
    "files",
    "sessions_app",
    "tools_app",
    "agents",
    "tasks",
    "together",
]
# Apps without tables.
PLAIN_APPS = [
    "config.apps.OurStaticFilesConfig",
    "django_htmx",
    "lucide",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "operators",
    "config",
]
INSTALLED_APPS = [*SHARED_APPS, *TENANT_APPS, *PLAIN_APPS]

TENANT_MODEL = "tenants.Tenant"
TENANT_DOMAIN_MODEL = "tenants.Domain"
TENANT_LIMIT_SET_CALLS = True
DATABASE_ROUTERS = ["django_tenants.routers.TenantSyncRouter"]

# django-tenants' own default, said: not to find it takes longer than anything it is asked for.
PUBLIC_SCHEMA_NAME = "public"
MIDDLEWARE = [
    "config.middleware.RequestContextMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "config.middleware.HeadersMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "operators.health.HealthMiddleware",
    "config.answers.ErrorPagesMiddleware",
    "tenants.middleware.TenantMiddleware",
    "accounts.browsers.BrowserMiddleware",
]
ROOT_URLCONF = "config.urls"
# The 404 page does it: no other request pays for a second look at the addresses.
APPEND_SLASH = False
WSGI_APPLICATION = "config.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [ROOT / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "libraries": {"lucide": "config.icons"},
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "accounts.navigation.shell",
            ],
        },
    },
]

# -- Data -------------------------------------------------------------------------------------


def _database(url: str) -> dict[str, Any]:
    parts = conninfo_to_dict(url)
    known = {
        "dbname": "NAME",
        "user": "USER",
        "password": "PASSWORD",
        "host": "HOST",
        "port": "PORT",
    }
    return {
        **{known[key]: value for key, value in parts.items() if key in known},
        "OPTIONS": {
            # For the statements that ask for it (tenants.backend); Django's own are not prepared.
            "prepare_threshold": 1,
            **{key: value for key, value in parts.items() if key not in known},
        },
    }


DATABASES: dict[str, dict[str, Any]] = {
    "default": {
        **_database(env.text("DATABASE_URL", "postgresql:///tenon")),
        "ENGINE": "tenants.backend",
        "CONN_MAX_AGE": None,
        "CONN_HEALTH_CHECKS": False,
    }
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = env.text("REDIS_URL", "redis://127.0.0.1:6379/0")
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "KEY_FUNCTION": "tenants.cache.make_key",
    }
}

# -- Background work --------------------------------------------------------------------------

CELERY_BROKER_URL = env.text("CELERY_BROKER_URL", REDIS_URL)
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# A page must not hang because the broker is away: publishing gives up after about a second.
CELERY_BROKER_TRANSPORT_OPTIONS = {"socket_connect_timeout": 1, "max_retries": 1}
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0.1}
CELERY_TIMEZONE = "UTC"
# Whether tools that a workspace has made (compositions, prompts, tasks) are carried out by workers.
RUNS_IN_BACKGROUND = env.flag("RUNS_IN_BACKGROUND", default=True)
# How many background runs of one workspace go on at a time, over all workers.
RUNS_PER_TENANT = env.integer("RUNS_PER_TENANT", 4)
# How long a run may take, and how long a worker may be silent before another takes its run.
RUN_TIMEOUT_SECONDS = env.integer("RUN_TIMEOUT_SECONDS", 300)
RUN_LEASE_SECONDS = env.integer("RUN_LEASE_SECONDS", 30)
# Before the second attempt at a run that may be repeated; twice as long before the third.
RUN_RETRY_SECONDS = env.integer("RUN_RETRY_SECONDS", 2)
# How often beat looks for runs that nobody was called for.
OVERDUE_EVERY_SECONDS = env.integer("OVERDUE_EVERY_SECONDS", 5)
CELERY_BEAT_SCHEDULE = {
    "call-for-overdue": {
        "task": "tools_app.tasks.call_for_overdue",
        "schedule": timedelta(seconds=OVERDUE_EVERY_SECONDS),
    },
    "fire-schedules": {
        "task": "tools_app.tasks.fire_schedules",
        "schedule": timedelta(seconds=15),
    },
    "finish-provisioning": {
        "task": "tenants.tasks.finish_interrupted",
        "schedule": timedelta(minutes=1),
    },
    "expire-approvals": {
        "task": "tools_app.approvals.tasks.expire_everywhere",
        "schedule": timedelta(minutes=2),
    },
    "time-out-tasks": {
        "task": "tasks.tasks.time_out_everywhere",
        "schedule": timedelta(minutes=1),
    },
    "clear-expired": {
        "task": "accounts.tasks.clear_expired_everywhere",
        "schedule": timedelta(hours=6),
    },
}

# -- People -----------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "accounts.authentication.TenantBackend",
    "guardian.backends.ObjectPermissionBackend",
]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ("email", "name")},
    },
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 10},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
PASSWORD_RESET_TIMEOUT = 60 * 60
LOGIN_URL = "sign-in"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "sign-in"

ANONYMOUS_USER_NAME = None
GUARDIAN_MONKEY_PATCH_USER = False
GUARDIAN_ANONYMOUS_USER_CACHE_TTL = 0

# -- API --------------------------------------------------------------------------------------

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "accounts.api.authentication.ApiKeyAuthentication",
        "accounts.api.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["accounts.api.permissions.DenyUnlessDeclared"],
    "DEFAULT_THROTTLE_CLASSES": ["accounts.api.throttling.ApiThrottle"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["config.parsers.StrictJSONParser"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "config.negotiation.AlwaysJSON",
    "DEFAULT_PAGINATION_CLASS": None,
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "config.answers.api_exception_handler",
    "UNAUTHENTICATED_USER": None,
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
API_REQUESTS_PER_MINUTE = env.integer("API_REQUESTS_PER_MINUTE", 600)
# How many tools a principal may run within any sixty seconds.
TOOL_CALLS_PER_MINUTE = env.integer("TOOL_CALLS_PER_MINUTE", 60)
# How long a run that asks first waits for a human.
APPROVAL_SECONDS = env.integer("APPROVAL_SECONDS", 600)
SPECTACULAR_SETTINGS = {
    "TITLE": "Tenon API",
    "DESCRIPTION": (
        "Everything a person can do on the pages, for programs. Send an API key as "
        "`Authorization: Bearer tnn_…`. Errors are `application/problem+json` (RFC 9457) with a "
        "stable `code` and, for input, the JSON pointer of each fault."
    ),
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PERMISSIONS": ["accounts.api.permissions.AnyPrincipal"],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "SWAGGER_UI_SETTINGS": {"deepLinking": True, "persistAuthorization": False},
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_NAME_OVERRIDES": {
        "PrincipalKind": "accounts.api.serializers.KINDS",
        "KeyStatus": "accounts.api.serializers.KEY_STATUSES",
        "SessionStatus": "sessions_app.models.Session.Status",
        "RunStatus": "sessions_app.api.serializers.RUN_STATUSES",
        "ToolKind": "tools_app.api.serializers.KINDS",
        "RunSource": "sessions_app.api.serializers.SOURCES",
        "RowKind": "tools_app.api.serializers.ROW_KINDS",
        "ToolSource": "tools_app.api.serializers.SOURCES",
        "SchemaRole": "tools_app.models.SchemaVersion.Role",
        "GroupStatus": "together.api.serializers.STATUSES",
        "WhoMayJoin": "together.api.serializers.JOINS",
        "AnswersShown": "together.api.serializers.ANSWERS",
        "EmbedTheme": "together.api.serializers.THEMES",
        "EmbedStatus": "together.api.serializers.EMBED_STATUSES",
    },
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "config.openapi.add_problem_responses",
    ],
}
# How many requests a process works on at a time, and how many streams it holds open beside them.
WEB_THREADS = env.integer("WEB_THREADS", 8)
WEB_STREAMS = env.integer("WEB_STREAMS", 256)
# How many proxies in front of us append to X-Forwarded-For. 0: the socket's address counts.
NUM_PROXIES = env.integer("NUM_PROXIES", 0)

# -- Security ---------------------------------------------------------------------------------

SESSION_COOKIE_NAME = "__Host-session" if PRODUCTION else "session"
CSRF_COOKIE_NAME = "__Host-csrf" if PRODUCTION else "csrf"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = PRODUCTION
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "config.answers.csrf_failure"
SECURE_SSL_REDIRECT = PRODUCTION
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]
SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365 if PRODUCTION else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = PRODUCTION
SECURE_HSTS_PRELOAD = PRODUCTION
SECURE_REFERRER_POLICY = "same-origin"
if NUM_PROXIES:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
X_FRAME_OPTIONS = "DENY"
DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
# W003: our tag `lucide` takes the place of the package's on purpose (config/icons.py).
# The rest: what they ask for stands in accounts.browsers.CHAIN.
SILENCED_SYSTEM_CHECKS = [
    *("templates.W003", "admin.E408", "admin.E409", "admin.E410", "security.W002", "security.W003")
]

# -- Other machines that tenants may make us ask ----------------------------------------------

# Hosts and networks beyond the public internet, by port: config/outbound/openings.py reads it.
OUTBOUND_ALLOW = env.text("OUTBOUND_ALLOW")

# -- Models -----------------------------------------------------------------------------------

# The model that every tenant has: `make run` starts one and says where it is.
MODEL_URL = env.text("MODEL_URL")

# -- Mail -------------------------------------------------------------------------------------

EMAIL_HOST = env.text("EMAIL_HOST")
EMAIL_PORT = env.integer("EMAIL_PORT", 587)
EMAIL_HOST_USER = env.text("EMAIL_HOST_USER")
EMAIL_HOST_PASSWORD = env.text("EMAIL_HOST_PASSWORD")
EMAIL_USE_TLS = env.flag("EMAIL_USE_TLS", default=True)
EMAIL_TIMEOUT = 20
# Without a mail server, mails are files in the data folder: nothing is lost, nothing leaves.
EMAIL_BACKEND = (
    "django.core.mail.backends.smtp.EmailBackend"
    if EMAIL_HOST
    else "django.core.mail.backends.filebased.EmailBackend"
)
EMAIL_FILE_PATH = DATA_DIR / "mail"
DEFAULT_FROM_EMAIL = env.text("DEFAULT_FROM_EMAIL", f"Tenon <no-reply@{BASE_DOMAIN}>")

# -- Static files -----------------------------------------------------------------------------

STATIC_URL = "/static/"
STATICFILES_DIRS = [ROOT / "static"]
STATIC_ROOT = DATA_DIR / "static"
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = DEBUG
STORAGES: dict[str, dict[str, Any]] = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "config.static.ModuleManifestStorage"
    },
}

# -- Files of the tools -----------------------------------------------------------------------

FILES_MAX_MB = env.integer("FILES_MAX_MB", 25)
FILES_PER_MINUTE = env.integer("FILES_PER_MINUTE", 60)
FILES_S3_BUCKET = env.text("FILES_S3_BUCKET")
FILES_S3_ENDPOINT_URL = env.text("FILES_S3_ENDPOINT_URL")
FILES_S3_REGION = env.text("FILES_S3_REGION")
FILES_S3_ACCESS_KEY = env.text("FILES_S3_ACCESS_KEY")
FILES_S3_SECRET_KEY = env.text("FILES_S3_SECRET_KEY")
# A bucket if one is named, or else a folder that only we can read.
STORAGES["files"] = (
    {
        "BACKEND": "files.bucket.BucketStorage",
        "OPTIONS": {
            "bucket_name": FILES_S3_BUCKET,
            "endpoint_url": FILES_S3_ENDPOINT_URL or None,
            "region_name": FILES_S3_REGION or None,
            "access_key": FILES_S3_ACCESS_KEY or None,
            "secret_key": FILES_S3_SECRET_KEY or None,
        },
    }
    if FILES_S3_BUCKET
    else {
        "BACKEND": "django.core.files.storage.FileSystemStorage",
        "OPTIONS": {
            "location": DATA_DIR / "files",
            "file_permissions_mode": 0o600,
            "directory_permissions_mode": 0o700,
        },
    }
)

# -- Words and time ---------------------------------------------------------------------------

LANGUAGE_CODE = "en"
USE_I18N = False
USE_TZ = True
TIME_ZONE = "UTC"

# -- Logs -------------------------------------------------------------------------------------

LOG_FORMAT = env.choice("LOG_FORMAT", ("json", "readable") if PRODUCTION else ("readable", "json"))
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "json": {"()": "config.logs.JsonFormatter"},
        "readable": {"()": "config.logs.ReadableFormatter"},
    },
    "handlers": {
        "console": {"class": "logging.StreamHandler", "formatter": LOG_FORMAT},
    },
    "root": {"handlers": ["console"], "level": env.text("LOG_LEVEL", "INFO")},
    "loggers": {
        # Our own request line says what these say, with the tenant and without the query string.
        "django.request": {"level": "ERROR"},
        "django.server": {"level": "ERROR"},
        "django": {"handlers": [], "level": "WARNING", "propagate": True},
        "celery": {"level": "WARNING"},
        "kombu": {"level": "WARNING"},
        # At lower levels these write addresses, headers and bodies.
        "httpx2": {"level": "WARNING"},
        "httpcore2": {"level": "WARNING"},
        "openai": {"level": "WARNING"},
        "anthropic": {"level": "WARNING"},
    },
}
