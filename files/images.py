"""Images are drawn anew: what is kept are the pixels. Where and with what a picture was taken, a
second file behind the first and whatever else is no pixel are gone."""

import struct
import tempfile
import zlib
from dataclasses import dataclass
from typing import IO, Any

from PIL import Image, ImageOps

from files.errors import ImageTooLarge, ImageUnreadable

MEGAPIXELS = 40
FORMATS = {
    "image/jpeg": "JPEG",
    "image/png": "PNG",
    "image/webp": "WEBP",
    "image/gif": "GIF",
}
OPTIONS: dict[str, dict[str, Any]] = {"JPEG": {"quality": 90}, "WEBP": {"quality": 90}}
# Modes that a format holds as they are; any other becomes RGB.
MODES = {
    "JPEG": {"L", "RGB"},
    "PNG": {"1", "L", "LA", "P", "RGB", "RGBA", "I;16"},
    "WEBP": {"RGB", "RGBA"},
    "GIF": {"1", "L", "P", "RGB", "RGBA"},
}
# What Pillow raises for bytes that only begin like an image.
BROKEN = (
    *(OSError, SyntaxError, ValueError, EOFError, struct.error, zlib.error),
    *(IndexError, KeyError, TypeError, OverflowError),
)
BOMBS = (Image.DecompressionBombError, Image.DecompressionBombWarning)


@dataclass(frozen=True)
class Redrawn:
    content: IO[bytes]
    width: int
    height: int


def redraw(content: IO[bytes], media_type: str) -> Redrawn:
    """The first frame, upright, in the same format. The caller closes `content` of the answer.

    Raises `ImageTooLarge` before any pixel is unpacked, `ImageUnreadable`.
    """
    form = FORMATS[media_type]
    content.seek(0)
    try:
        with Image.open(content, formats=[form]) as image:
            _refuse_bomb(image)
            return _written(_upright(image, form), form)
    except BOMBS as error:
        raise _too_large() from error
    except BROKEN as error:
        raise ImageUnreadable("It is damaged, or no image at all. Save it anew.") from error


def _refuse_bomb(image: Image.Image) -> None:
    if image.width * image.height > MEGAPIXELS * 1_000_000:
        raise _too_large()


def _too_large() -> ImageTooLarge:
    return ImageTooLarge(f"An image may have {MEGAPIXELS} megapixels. Make it smaller.")


def _upright(image: Image.Image, form: str) -> Image.Image:
    turned = ImageOps.exif_transpose(image)
    transparency = turned.info.get("transparency")
    if turned.mode not in MODES[form]:
        transparency = None
        has_alpha = turned.mode in {"LA", "PA", "RGBa", "La", "P"} and form == "WEBP"
        turned = turned.convert("RGBA" if has_alpha else "RGB")
    # Pillow writes comments and profiles that it finds here.
    turned.info = {} if transparency is None else {"transparency": transparency}
    return turned


def _written(image: Image.Image, form: str) -> Redrawn:
    target = tempfile.TemporaryFile()  # noqa: SIM115 - the caller closes it
    try:
        image.save(target, form, **OPTIONS.get(form, {}))
    except BaseException:
        target.close()
        raise
    return Redrawn(target, image.width, image.height)
