from config.errors import AppError, Conflict, NotFound


class TaskNotFound(NotFound):
    code, title = "task_not_found", "There is no such task"


class TaskClosed(Conflict):
    """`detail` says what became of it."""

    code, title = "task_closed", "This task has ended already"


class TaskClaimed(Conflict):
    code, title = "task_claimed", "Somebody else works on it"


class AssigneeUnknown(AppError):
    code, title = "assignee_unknown", "There is nobody to give this task to"
