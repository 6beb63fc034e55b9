"""What an admin pastes into a page to show an embed."""

from django.utils.html import escape

from together.models import Embed


def script_snippet(embed: Embed, *, site: str) -> str:
    """Grows with its content, and tells the page what came out."""
    name = escape(embed.name)
    return (
        f'<script src="{site}/embed.js" data-embed="{embed.token}" '
        f'data-title="{name}" async></script>'
    )


def frame_snippet(embed: Embed, *, site: str) -> str:
    """Without any script on the page."""
    name = escape(embed.name)
    return (
        f'<iframe src="{site}/embed/{embed.token}" title="{name}" '
        'width="100%" height="600" loading="lazy"></iframe>'
    )
