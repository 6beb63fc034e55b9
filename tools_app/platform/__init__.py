"""The platform's own tools: its endpoints for models, and authoring. All are system tools: a workspace
has them once it turns them on."""
