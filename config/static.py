"""Static files under names that carry their hash, so that browsers may keep them for ever."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class ModuleManifestStorage(CompressedManifestStaticFilesStorage):
    # Our ES modules import one another; the names inside them must be the hashed ones.
    support_js_module_import_aggregation = True
