"""Files that a page carries in itself, so that saving one needs no further request."""

from base64 import b64encode


def data_address(text: str, mime: str) -> str:
    """For a link with `download`."""
    encoded = b64encode(text.encode("utf-8", "replace")).decode("ascii")
    return f"data:{mime};charset=utf-8;base64,{encoded}"
