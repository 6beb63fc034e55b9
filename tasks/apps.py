from django.apps import AppConfig


class TasksConfig(AppConfig):
    name = "tasks"

    def ready(self) -> None:
        from accounts.navigation import Entry, navigation
        from tasks.access import number_waiting
        from tasks.assigning import assignee_faults, output_faults
        from tasks.running import run_task
        from tools_app.execution.checks import Check, checks
        from tools_app.execution.runners import runners

        runners.register("task", run_task)
        checks.register("task", Check(assignee_faults, output_faults))
        navigation.register(
            Entry(
                *("", "Tasks", "tasks", "clipboard-check", "tasks.team.read"), count=number_waiting
            )
        )
