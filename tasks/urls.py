from django.urls import path

from tasks.api import tasks as api_views
from tasks.views import tasks

pages = [
    path("tasks", tasks.index, name="tasks"),
    path("tasks/<uuid:task_id>", tasks.page, name="task"),
    path("tasks/<uuid:task_id>/claim", tasks.claim, name="task-claim"),
    path("tasks/<uuid:task_id>/release", tasks.release, name="task-release"),
    path("tasks/<uuid:task_id>/decline", tasks.decline, name="task-decline"),
    path("tasks/<uuid:task_id>/cancel", tasks.cancel, name="task-cancel"),
]

ONE = "tasks/<uuid:task_id>"
api = [
    path("tasks", api_views.TasksView.as_view(), name="api-tasks"),
    path(ONE, api_views.TaskView.as_view(), name="api-task"),
    path(f"{ONE}/claim", api_views.ClaimView.as_view(), name="api-task-claim"),
    path(f"{ONE}/release", api_views.ReleaseView.as_view(), name="api-task-release"),
    path(f"{ONE}/complete", api_views.CompleteView.as_view(), name="api-task-complete"),
    path(f"{ONE}/decline", api_views.DeclineTaskView.as_view(), name="api-task-decline"),
    path(f"{ONE}/cancel", api_views.CancelTaskView.as_view(), name="api-task-cancel"),
]
