"""Skills over REST."""

from agents.api.configured import views_of
from agents.api.serializers import NewSkillSerializer, SkillChangeSerializer, SkillSerializer
from agents.families import SKILLS

SkillsView, SkillView, SkillVersionsView = views_of(
    SKILLS, shown=SkillSerializer, new=NewSkillSerializer, change=SkillChangeSerializer
)
