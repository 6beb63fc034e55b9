from django.apps import AppConfig


class TasksConfig(AppConfig):
    name = "tasks"

    def ready(self) -> None:
        from accounts.navigation import Entry, navigation
        from tasks.access import number_waiting
        from tasks.running import run_task
        from tools_app.execution.runners import runners

        runners.register("task", run_task)
        navigation.register(
            Entry(
                *("", "Tasks", "tasks", "clipboard-check", "tasks.team.read"), count=number_waiting
            )
        )
