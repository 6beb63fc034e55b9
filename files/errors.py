"""Why a file is refused. The codes are stable."""

from config.errors import AppError


class FileTooLarge(AppError):
    status, code, title = 413, "file_too_large", "The file is too large"


class FileTypeNotAllowed(AppError):
    status, code, title = 415, "file_type_not_allowed", "Files of this type are not taken here"


class FileEmpty(AppError):
    status, code, title = 400, "file_empty", "The file is empty"


class ImageUnreadable(AppError):
    status, code, title = 400, "image_unreadable", "The image cannot be read"


class ImageTooLarge(AppError):
    status, code, title = 413, "image_too_large", "The image has too many pixels"
