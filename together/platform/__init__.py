"""The platform's tools for groups: models find a session, look at it, and answer in it. System tools: a
workspace has them once it turns them on."""
