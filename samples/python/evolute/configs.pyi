"""Types of configs, for type checkers and completion alone: fields of the structs of the headers,
which say what each is."""
from typing import Any, TypedDict

from typing_extensions import Unpack as Unpack

from .arrays import ArrayLike

class ExactOptions(TypedDict, total=False):
    """evo_world_config but for what EventWorld has arguments of."""
    substeps: int
    push_speed: float
    impact_speed: float
    impact_limit: int
    never_sleep: bool
    joint_hertz: float
    contact_hertz: float
    rocking_loss: float

class StepOptions(ExactOptions, total=False):
    """evo_world_config but for what World has arguments of."""
    bounce_threshold: float

class WorldConfig(StepOptions, total=False):
    """What may change of evo_world_config."""
    gravity: ArrayLike

class JointConfig(TypedDict, total=False):
    """evo_joint_config but for its kind and bodies."""
    frame_a: ArrayLike
    frame_b: ArrayLike
    collide: bool
    limit: bool
    motor: bool
    spring: bool
    lower: float
    upper: float
    motor_speed: float
    motor_limit: float
    hertz: float
    damping_ratio: float
    rest: float
    pull_limit: float
    push_limit: float
    length: float
    ratio: float
    break_force: float
    break_torque: float
    only_tells: bool
    torque_limit: float
    turn_hertz: float
    turn_damping_ratio: float
    velocity: ArrayLike
    turn_speed: float
    ground_a: ArrayLike
    ground_b: ArrayLike
    tag: int

class BodyConfig(TypedDict, total=False):
    """evo_body_config but for what World.add has arguments of."""
    sensor: bool
    damping: float
    spin_damping: float
    gravity_scale: float
    locks: Any
    disabled: bool
    asleep: bool
    never_sleep: bool
    sleep_speed: float
    flags: int
    one_way: ArrayLike
    tag: int
    collider_tag: int

class ColliderConfig(TypedDict, total=False):
    """evo_collider_config but for what Bodies.attach has arguments of."""
    sensor: bool
    flags: int
    no_sensors: bool
    one_way: ArrayLike
    tag: int

class ChainConfig(TypedDict, total=False):
    """evo_chain_config but for what World.chain has arguments of."""
    loop: bool
    two_sided: bool
    tag: int
