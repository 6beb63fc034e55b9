"""Tools as files: taken out of one workspace, brought into another."""
