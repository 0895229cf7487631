"""Scenes as text: JSON whose fields are those of the headers' configs, as samples/level/README.md
says. The table of fields is what cffi knows of the headers; ranges are what the engine complains of."""
from __future__ import annotations

import json
import re

import numpy as np

from .errors import EvoluteError, InvalidError, check
from .native import ffi, lib
from .saves import Saves

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Iterator

_MOST = 200_000
_SPACE = re.compile(r"[ \t\r\n]*")
_TEXT = re.compile(r'"(?:[^"\\]|\\.)*"')
_WORDS = {kind: {text[4:].lower(): value for value, text in ffi.typeof(kind).elements.items()}
          for kind in ("evo_body_kind", "evo_joint_kind", "evo_boundary")}
_FLAGS = {"tell_touches": 1, "tell_impacts": 2, "ask_collide": 4, "ask_solve": 8, "quiet": 16}
_OTHERS = {
    "scene": "$schema version units title look left_out seconds view params world materials bodies "
             "parts joints",
    "world": "exact wall", "body": "colliders chains mass repeat tint", "collider": "body",
    "chain": "points materials links body", "joint": "repeat at at_a at_b"}
_HIDDEN = {"points", "count", "materials", "material_count", "exact", "wall"}
# Arguments of the constructors of shapes, and those that may be left out.
_SHAPES: dict[str, tuple[str, str]] = {
    "circle": ("radius", ""), "ellipse": ("radius_x radius_y", ""),
    "ring": ("radius width start sweep", "start"), "segment": ("from to", ""),
    "capsule": ("from to radius", ""), "polygon": ("points radius", "radius"),
    "box": ("half_width half_height radius", "radius")}
_RAW = {"circle": "radius", "ellipse": "radius_x radius_y", "ring": "inner outer half_sweep half",
        "segment": "half_length", "capsule": "half_length radius", "polygon": "radius points"}


def _skip(text: str, at: int) -> int:
    """Returns the end of a value."""
    depth = 0
    while True:
        at = _SPACE.match(text, at).end()  # type: ignore[union-attr]
        if text[at] == '"':
            at = _TEXT.match(text, at).end()  # type: ignore[union-attr]
        elif text[at] in "{[":
            depth, at = depth + 1, at + 1
            continue
        elif text[at] in "}]":
            depth, at = depth - 1, at + 1
        elif text[at] in ",:":
            at += 1
            continue
        else:
            while text[at] not in " \t\r\n,:]}":
                at += 1
        if depth <= 0:
            return at


def _place(text: str, way: list[Any], at_key: bool) -> tuple[int, int]:
    """Returns line and column of a value, or of the nearest one around it."""
    at = found = _SPACE.match(text).end()  # type: ignore[union-attr]
    for k, step in enumerate(way):
        here, index = at + 1, 0
        if text[at] not in "{[" or (text[at] == "{") != isinstance(step, str):
            break
        while True:
            here = _SPACE.match(text, here).end()  # type: ignore[union-attr]
            if text[here] in "}]":
                return _line(text, found)
            key, name = here, index
            if text[at] == "{":
                end = _TEXT.match(text, here).end()  # type: ignore[union-attr]
                name = json.loads(text[here:end])
                here = _SPACE.match(text, text.index(":", end) + 1).end()  # type: ignore
            if name == step:
                break
            here, index = _SPACE.match(text, _skip(text, here)).end(), index + 1  # type: ignore
            if text[here] == ",":
                here += 1
        at = here
        found = key if at_key and k + 1 == len(way) else at
    return _line(text, found)


def _line(text: str, at: int) -> tuple[int, int]:
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise InvalidError("duplicate object key")
    return found


class _Reader:
    """A text that is being read; `way` leads to what is read now."""

    def __init__(self, name: str, text: str):
        self.name, self.text = name, text
        self.way: list[Any] = []
        self.params: dict[str, float] = {}
        self.materials: dict[str, Any] = {}
        self.bodies: dict[str, list[Any]] = {}
        self.lists: set[str] = set()
        self.marks: dict[int, list[Any]] = {}  # body, mass, velocity, whether it got more
        self.count = 0

    def fail(self, message: str, at_key: bool = False, *more: str) -> InvalidError:
        line, column = _place(self.text, [*self.way, *more], at_key)
        path = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in self.way)
        return InvalidError(f"{self.name}:{line}:{column}: {path[1:] or 'the scene'}{message}")

    def must(self, value: Any, rule: str) -> InvalidError:
        return self.fail(f" is {json.dumps(value)[:40]}; it must be {rule}")

    def refused(self, result: int, struct: str) -> InvalidError:
        """The error of a call: its complaint begins with the field that it is about."""
        try:
            check(result, "")
        except EvoluteError as error:
            text = str(error)[2:]
        field = re.match(r"[\w.]+", text)
        names = field[0].split(".") if field else [""]
        if names[0] in dict(ffi.typeof(struct).fields):
            self.way += names
            return self.fail(text[field.end():])  # type: ignore[union-attr]
        return self.fail(": " + text)

    def each(self, of: Any, kind: type = dict) -> Iterator[tuple[Any, Any]]:
        """Goes through an object or a list, and along."""
        if not isinstance(of, kind):
            raise self.must(of, "an object, {...}" if kind is dict else "a list, [...]")
        for key, value in list(of.items() if kind is dict else enumerate(of)):
            self.way.append(key)
            yield key, value
            self.way.pop()

    def unknown(self, name: str, of: str, known: Any) -> InvalidError:
        import difflib
        near = difflib.get_close_matches(name, list(known), 1)
        return self.fail(f" is no field of a {of}." + (f" Did you mean {near[0]}?" if near else ""),
                         True)

    # ---- Values

    def number(self, value: Any) -> float:
        if isinstance(value, str):
            if value.startswith("$"):
                if value[1:] not in self.params:
                    raise self.fail(f" is {json.dumps(value)}; there is no such parameter.")
                return self.params[value[1:]]
            if value in ("infinity", "-infinity"):
                return float(value)
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise self.must(value, "a number")
        return float(value)

    def whole(self, value: Any) -> int:
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        if isinstance(value, str) and not value.startswith("$"):
            try:
                return int(value, 0)
            except ValueError:
                raise self.must(value, 'a whole number, 0 or more, or a text as "0xff"') from None
        number = self.number(value)
        if number != int(number):
            raise self.must(value, "a whole number")
        return int(number)

    def vector(self, value: Any) -> dict[str, float]:
        if not isinstance(value, list) or len(value) != 2:
            raise self.must(value, "two numbers, [x, y]")
        return dict(zip("xy", [self.number(number) for _, number in self.each(value, list)]))

    def pose(self, value: Any) -> dict[str, Any]:
        if not isinstance(value, list) or len(value) not in (2, 3):
            raise self.must(value, "[x, y], [x, y, angle] or an object")
        x, y, *angle = [self.number(number) for _, number in self.each(value, list)]
        return {"position": {"x": x, "y": y}, "angle": angle[0] if angle else 0.0}

    def word(self, value: Any, words: dict[str, int]) -> int:
        if value not in words:
            raise self.must(value, f"one of {', '.join(words)}")
        return words[value]

    def material(self, value: Any) -> Any:
        if not isinstance(value, str):
            return self.fill(ffi.new("evo_material *", lib.evo_material_default()), value,
                             "material")[0]
        if value not in self.materials:
            raise self.fail(f" is {json.dumps(value)}; there is no such material.")
        return self.materials[value]

    def shape(self, value: Any) -> Any:
        out = ffi.new("evo_shape *")
        kinds = {kind: k for k, kind in enumerate(_SHAPES)}
        if not isinstance(value, dict) or "kind" not in value:
            raise self.fail(" has no kind; give \"kind\": \"circle\", say")
        kind, raw = value["kind"], "axis" in value
        self.way.append("kind")
        self.word(kind, kinds)
        self.way.pop()
        names = (_RAW.get(kind, "") + " center axis" if raw else _SHAPES[kind][0] + " offset angle")
        given: dict[str, Any] = {}
        for name, of in self.each(value):
            if name == "kind":
                continue
            if name not in names.split():
                raise self.unknown(name, kind, names.split())
            if name == "points":
                given[name] = [self.vector(point) for _, point in self.each(of, list)]
            elif name in ("from", "to", "offset", "center", "axis", "half"):
                given[name] = self.vector(of)
            else:
                given[name] = self.number(of)
                least = name not in ("start", "angle", "inner") and (
                    name != "radius" or kind not in ("polygon", "box"))
                if least and not given[name] > 0:
                    raise self.must(of, "above 0")
        needed = names.split() if raw else [n for n in _SHAPES[kind][0].split()
                                            if n not in _SHAPES[kind][1].split()]
        for name in needed:
            if name not in given and name not in ("center", "inner") and (name, kind) != (
                    "radius", "polygon"):
                raise self.fail(f" has no {name}: a {kind} needs it")
        out[0] = self._raw(kind, given) if raw else self._made(kind, given)
        rule = lib.evo_shape_broken_rule(out)
        if rule != lib.EVO_RULE_NONE:
            raise self.fail(": " + ffi.string(lib.evo_shape_rule_text(rule)).decode())
        return out[0]

    @staticmethod
    def _made(kind: str, g: dict[str, Any]) -> Any:
        points = ffi.new("evo_vec2[]", g.get("points", [{"x": 0, "y": 0}]))
        radius = g.get("radius", 0.0)
        make: dict[str, Callable[[], Any]] = {
            "circle": lambda: lib.evo_circle(radius),
            "ellipse": lambda: lib.evo_ellipse(g["radius_x"], g["radius_y"]),
            "ring": lambda: lib.evo_ring(radius, g["width"], g.get("start", 0.0), g["sweep"]),
            "segment": lambda: lib.evo_segment(g["from"], g["to"]),
            "capsule": lambda: lib.evo_capsule(g["from"], g["to"], radius),
            "polygon": lambda: lib.evo_polygon(points, len(points), radius),
            "box": lambda: lib.evo_rounded_box(g["half_width"], g["half_height"], radius)
            if radius > 0 else lib.evo_box(g["half_width"], g["half_height"])}
        made, offset, angle = make[kind](), g.get("offset", {"x": 0, "y": 0}), g.get("angle", 0.0)
        stays = offset["x"] == 0 and offset["y"] == 0 and angle == 0
        return made if stays else lib.evo_shape_at(made, offset, angle)

    @staticmethod
    def _raw(kind: str, g: dict[str, Any]) -> Any:
        out = ffi.new("evo_shape *")
        out.kind, out.axis = getattr(lib, f"EVO_{kind.upper()}"), g["axis"]
        out.center = g.get("center", {"x": 0, "y": 0})
        of = getattr(out.of, kind)
        for name in _RAW[kind].split():
            if name == "points":
                of.count = len(g[name])
                for k, point in enumerate(g[name][:8]):
                    of.points[k] = point
            else:
                setattr(of, name, g.get(name, 0.0))
        return out[0]

    def value(self, kind: Any, value: Any) -> Any:
        """Returns a value of a field's type."""
        name = kind.cname.replace("struct ", "")
        if name == "double":
            return self.number(value)
        if name == "_Bool":
            if not isinstance(value, bool):
                raise self.must(value, "true or false")
            return value
        if name == "unsigned int":
            return sum(self.word(flag, _FLAGS) for _, flag in self.each(value, list))
        if kind.kind == "primitive":
            return self.whole(value)
        if kind.kind == "enum":
            return self.word(value, _WORDS[name.replace("enum ", "")])
        if name == "evo_pose" and isinstance(value, list):
            return self.pose(value)
        form = {"evo_vec2": self.vector, "evo_material": self.material, "evo_shape": self.shape}
        if name in form:
            return form[name](value)
        return self.fill(ffi.new(name + " *"), value, "it")[0]

    def fill(self, struct: Any, of: Any, what: str) -> Any:
        """Sets the fields that an object has."""
        kinds = {name: field.type for name, field in ffi.typeof(struct).item.fields
                 if field.type.kind not in ("pointer", "function") and name not in _HIDDEN}
        others = _OTHERS.get(what, "").split()
        for name, value in self.each(of):
            if name in kinds and kinds[name].cname not in ("evo_body", "struct evo_body"):
                inner = kinds[name].cname.replace("struct ", "")
                if inner in ("evo_filter", "evo_bounds", "evo_locks"):
                    self.fill(ffi.addressof(struct[0], name), value, "it")
                    continue
                try:
                    setattr(struct, name, self.value(kinds[name], value))
                except (OverflowError, TypeError):
                    raise self.must(value, "a number that fits") from None
            elif name not in others and name not in kinds:
                raise self.unknown(name, what, [*kinds, *others])
        return struct

    # ---- Things

    def repeats(self, of: Any) -> list[dict[str, Any]]:
        rows, copies = of.get("repeat", []), 1
        out = []
        self.way.append("repeat")
        for row in rows if isinstance(rows, list) else [rows]:
            for name, _ in self.each(row):
                if name not in ("count", "offset", "turn"):
                    raise self.unknown(name, "repeat", ("count", "offset", "turn"))
            count = self.whole(row.get("count", 1))
            copies *= max(count, 1)
            if not 1 <= count <= _MOST or copies > _MOST:
                raise self.fail(f".count is {count}; it must be 1 to {_MOST}")
            offset = self.vector(row.get("offset", [0, 0]))
            out.append({"count": count, "x": offset["x"], "y": offset["y"],
                        "turn": self.number(row.get("turn", 0))})
        self.way.pop()
        return out

    @staticmethod
    def moves(rows: list[dict[str, Any]]) -> Iterator[tuple[float, float, float]]:
        total = int(np.prod([row["count"] for row in rows], dtype=np.int64))
        for copy in range(total):
            x = y = turn = 0.0
            for row in rows:
                copy, times = divmod(copy, row["count"])
                x, y, turn = x + times * row["x"], y + times * row["y"], turn + times * row["turn"]
            yield x, y, turn

    def add_collider(self, c: Any, body: Any, of: Any) -> None:
        config = ffi.new("evo_collider_config *", lib.evo_collider_config_default())
        made = lib.evo_collider_create(c, body, self.fill(config, of, "collider"))
        if made.generation == 0:
            raise self.refused(lib.evo_world_last_result(c), "evo_collider_config")

    def add_chain(self, c: Any, body: Any, of: Any) -> None:
        config = ffi.new("evo_chain_config *", lib.evo_chain_config_default())
        self.fill(config, of, "chain")
        lists: dict[str, Any] = {}
        for name, read, item in (("points", self.vector, "evo_vec2[]"),
                                 ("materials", self.material, "evo_material[]"),
                                 ("links", self.shape, "evo_shape[]")):
            self.way.append(name)
            if name in of:
                values = [read(one) for _, one in self.each(of[name], list)]  # type: ignore
                lists[name] = ffi.new(item, values)
            self.way.pop()
        if "points" not in lists:
            raise self.fail(" has no points: a chain needs them")
        config.points, config.count = lists["points"], len(lists["points"])
        if "materials" in lists:
            config.materials, config.material_count = lists["materials"], len(lists["materials"])
        made = lib.evo_chain_create(c, body, config)
        if made.generation == 0:
            raise self.refused(lib.evo_world_last_result(c), "evo_chain_config")
        count = lib.evo_chain_colliders(c, made, ffi.NULL, 0)
        found = ffi.new("evo_collider[]", count)
        lib.evo_chain_colliders(c, made, found, count)
        for collider, shape in zip(found, lists.get("links", [])):
            shape.of.segment.one_sided = lib.evo_collider_shape(c, collider).of.segment.one_sided
            lib.evo_collider_set_shape(c, collider, ffi.addressof(shape))

    def parts(self, c: Any, body: Any, of: Any) -> None:
        for name, add in (("colliders", self.add_collider), ("chains", self.add_chain)):
            self.way.append(name)
            for _, one in self.each(of.get(name, []), list):
                add(c, body, one)
            self.way.pop()

    def add_body(self, c: Any, of: Any, name: str) -> bool:
        config = ffi.new("evo_body_config *", lib.evo_body_config_default())
        self.fill(config, of, "body")
        rows = self.repeats(of)
        x, y, angle = config.position.x, config.position.y, config.angle
        for k, (right, up, turn) in enumerate(self.moves(rows)):
            if k > 0:
                config.position, config.angle = {"x": x + right, "y": y + up}, angle + turn
            self.count += 1
            if self.count > _MOST:
                raise self.fail(f" is one body too many; there must be at most {_MOST}")
            body = lib.evo_body_create(c, config)
            if body.generation == 0:
                raise self.refused(lib.evo_world_last_result(c), "evo_body_config")
            self.bodies[name].append(body)
            self.parts(c, body, of)
            mass = None
            if "mass" in of:
                mass = ffi.new("evo_mass *", lib.evo_body_mass(c, body))
                self.way.append("mass")
                self.fill(mass, of["mass"], "mass")
                self.way.pop()
            velocity = {"x": config.velocity.x, "y": config.velocity.y}
            self.marks[body.index] = [body, mass, velocity, "colliders" in of or mass is not None]
        return bool(rows)

    def body(self, value: Any, later: int = 0) -> Any:
        found = re.fullmatch(r"([^\[\]]+)(?:\[(\d+)\])?", value) if isinstance(value, str) else None
        group = self.bodies.get(found[1]) if found else None
        if found and group is not None and (found[2] is not None) == (found[1] in self.lists):
            place = int(found[2]) + later if found[2] is not None else 0
            if place < len(group):
                return group[place]
        raise self.fail(f" is {json.dumps(value)}; there is no such body.")

    def add_joint(self, c: Any, of: Any) -> None:
        if not isinstance(of, dict) or "kind" not in of:
            raise self.fail(' has no kind; give "kind": "revolute", say')
        self.way.append("kind")
        kind = self.word(of["kind"], _WORDS["evo_joint_kind"])
        self.way.pop()
        config = ffi.new("evo_joint_config *", lib.evo_joint_config_default(kind))
        self.fill(config, of, "joint")
        for k, (right, up, turn) in enumerate(self.moves(self.repeats(of))):
            for end in "ab":
                if end in of:
                    self.way.append(end)
                    setattr(config, end, self.body(of[end], k if "[" in str(of[end]) else 0))
                    self.way.pop()
                at = "at_" + end if "at_" + end in of else "at"
                if at in of:
                    self.way.append(at)
                    pose = self.value(ffi.typeof("evo_pose"), of[at])
                    self.way.pop()
                    made = ffi.new("evo_pose *", pose)
                    made.position.x += right
                    made.position.y += up
                    made.angle += turn
                    body = getattr(config, end)
                    if body.generation != 0:
                        made.position = lib.evo_body_local_point(c, body, made.position)
                        made.angle -= lib.evo_body_pose(c, body).angle
                    setattr(config, "frame_" + end, made[0])
            if lib.evo_joint_create(c, config).generation == 0:
                raise self.refused(lib.evo_world_last_result(c), "evo_joint_config")

    def settle(self, c: Any) -> None:
        for body, mass, velocity, grown in self.marks.values():
            if mass is not None:
                check(lib.evo_body_set_mass(c, body, mass[0]), "mass")
            if grown and lib.evo_body_kind_of(c, body) != lib.EVO_STATIC:
                check(lib.evo_body_set_velocity(c, body, velocity), "velocity")

    def grouped(self, of: Any, add: Callable[[Any], Any]) -> bool:
        if not isinstance(of, list):
            return bool(add(of))
        for _, one in self.each(of, list):
            add(one)
        return True

    def build(self, c: Any, scene: dict[str, Any]) -> None:
        self.way.append("bodies")
        for name, of in self.each(scene.get("bodies", {})):
            self.bodies[name] = []
            if self.grouped(of, lambda one: self.add_body(c, one, name)):
                self.lists.add(name)
        self.way[-1] = "parts"
        for _, part in self.each(scene.get("parts", []), list):
            self.way.append("body")
            body = self.body(part.get("body"))
            self.way.pop()
            (self.add_chain if "points" in part else self.add_collider)(c, body, part)
            self.marks[body.index][3] = True
        self.settle(c)
        self.way[-1] = "joints"
        for _, of in self.each(scene.get("joints", {})):
            self.grouped(of, lambda one: self.add_joint(c, one))
        self.way.pop()

    def read(self) -> dict[str, Any]:
        """Parses the text, with its parameters and materials."""
        try:
            scene = json.loads(self.text, object_pairs_hook=_pairs)
        except json.JSONDecodeError as error:
            raise InvalidError(f"{self.name}:{error.lineno}:{error.colno}: {error.msg}") from None
        if not isinstance(scene, dict) or scene.get("version") != 1:
            raise self.fail(' has no version; give "version": 1')
        for name, _ in self.each(scene):
            if name not in _OTHERS["scene"].split():
                raise self.unknown(name, "scene", _OTHERS["scene"].split())
        self.way.append("params")
        for name, param in self.each(scene.get("params", {})):
            self.params[name] = self.number(param["value"] if isinstance(param, dict) else param)
        self.way[-1] = "materials"
        for name, of in self.each(scene.get("materials", {})):
            self.materials[name] = self.material(of)
        self.way.pop()
        return scene


# ---- Writing


def _plain(value: Any) -> Any:
    """Returns a number, vector, pose or struct as JSON has it."""
    if isinstance(value, float):
        return value if np.isfinite(value) else ("infinity" if value > 0 else "-infinity")
    if not isinstance(value, ffi.CData):
        return value if not isinstance(value, int) or value < 2**53 else hex(value)
    kind = ffi.typeof(value)
    names = [name for name, _ in kind.fields]
    if names == ["x", "y"] and kind.fields[0][1].type.cname == "double":
        return [value.x, value.y]
    if names == ["position", "angle"]:
        return [value.position.x, value.position.y, value.angle]
    return {name: _plain(getattr(value, name)) for name in names}


def _same(a: Any, b: Any) -> bool:
    """Whether two values have the same bits: -0 is not 0."""
    return json.dumps(_plain(a)) == json.dumps(_plain(b))


def _shape(shape: Any) -> dict[str, Any]:
    kind = {getattr(lib, f"EVO_{name.upper()}"): name for name in _RAW}[shape.kind]
    of, out = getattr(shape.of, kind), {"kind": kind}
    for name in _RAW[kind].split():
        out[name] = [_plain(of.points[k]) for k in range(of.count)] if name == "points" \
            else _plain(getattr(of, name))
    return {**out, "center": _plain(shape.center), "axis": _plain(shape.axis)}


def _differing(struct: Any, usual: Any, skip: str = "") -> dict[str, Any]:
    """Returns the fields of a struct that differ from those of the default one."""
    out: dict[str, Any] = {}
    for name, field in ffi.typeof(struct).fields:
        kind = field.type.cname.replace("struct ", "").replace("enum ", "")
        if field.type.kind in ("pointer", "function") or name in _HIDDEN or name in skip.split():
            continue
        value, base = getattr(struct, name), getattr(usual, name)
        if kind == "evo_shape":
            if value.kind != lib.EVO_NO_SHAPE:
                out[name] = _shape(value)
        elif kind in ("evo_body", "evo_tasks", "evo_allocator") or _same(value, base):
            continue
        elif kind in _WORDS:
            out[name] = {number: word for word, number in _WORDS[kind].items()}[value]
        elif kind == "unsigned int":
            out[name] = [flag for flag, bit in _FLAGS.items() if value & bit]
        else:
            out[name] = _plain(value)
    return out


class _Writer:
    """What there is in a world, as a scene."""

    def __init__(self, world: Any):
        self.c = world.c
        self.bodies = self.all("evo_body", lib.evo_world_bodies)  # its items refer to it
        self.place = {body.index: k for k, body in enumerate(self.bodies)}

    def all(self, item: str, call: Any, *of: Any) -> Any:
        found = ffi.new(item + "[]", call(self.c, *of, ffi.NULL, 0))
        call(self.c, *of, found, len(found))
        return found

    def chain(self, chain: Any) -> dict[str, Any]:
        """A chain by its points, and by its links to the last bit."""
        links = self.all("evo_collider", lib.evo_chain_colliders, chain)
        shapes = [lib.evo_collider_shape(self.c, link) for link in links]
        ends = ffi.new("evo_vec2[8]")
        points = []
        for shape in shapes:
            lib.evo_shape_corners(ffi.new("evo_shape *", shape), {"position": {}}, ends)
            points.append(_plain(ends[0]))
        last = _plain(ends[1])
        loop = len(links) > 2 and np.allclose(last, points[0], atol=1e-12)
        usual = lib.evo_material_default()
        materials = [lib.evo_collider_material(self.c, link) for link in links]
        out: dict[str, Any] = {"points": points if loop else [*points, last],
                               "links": [_shape(shape) for shape in shapes]}
        if loop:
            out["loop"] = True
        if not shapes[0].of.segment.one_sided:
            out["two_sided"] = True
        filter = lib.evo_collider_filter(self.c, links[0])
        if not _same(filter, lib.evo_chain_config_default().filter):
            out["filter"] = _plain(filter)
        if lib.evo_collider_tag(self.c, links[0]):
            out["tag"] = _plain(lib.evo_collider_tag(self.c, links[0]))
        if not all(_same(m, usual) for m in materials):
            out["materials"] = [_plain(m) for m in materials]
        return out

    def scene(self) -> dict[str, Any]:
        config = lib.evo_world_get(self.c)
        world = _differing(config, lib.evo_world_config_default())
        if config.exact != ffi.NULL:
            world["exact"] = _differing(config.exact[0], ffi.new("evo_exact_config *")[0])
        if config.wall != ffi.NULL:
            world["wall"] = _plain(config.wall[0])
        bodies: list[dict[str, Any]] = []
        for body in self.bodies:
            got = lib.evo_body_get(self.c, body)
            bodies.append(_differing(got, lib.evo_body_config_default(), "material filter"))
        late, at, chains = [], 0, set()
        for collider in self.all("evo_collider", lib.evo_world_colliders):
            place = self.place[lib.evo_collider_body(self.c, collider).index]
            chain = lib.evo_collider_chain(self.c, collider)
            link = chain.generation != 0
            if link and (chain.index, chain.generation) in chains:
                continue
            chains.add((chain.index, chain.generation))
            of = bodies[place]
            got = lib.evo_collider_get(self.c, collider)
            part = self.chain(chain) if link else _differing(got,
                                                             lib.evo_collider_config_default())
            if late or place < at or (not link and "chains" in of):
                late.append({"body": f"body[{place}]", **part})
            elif link:
                of.setdefault("chains", []).append(part)
            elif "shape" in of or "colliders" in of or got.no_sensors:
                of.setdefault("colliders", []).append(part)
            else:
                if "tag" in part:
                    part["collider_tag"] = part.pop("tag")
                of.update(part)
            at = place
        self.masses(bodies)
        out: dict[str, Any] = {"version": 1, "world": world, "bodies": {"body": bodies}}
        if late:
            out["parts"] = late
        joints = [self.joint(joint) for joint in self.all("evo_joint", lib.evo_world_joints)]
        return {**out, "joints": {"joint": joints}} if joints else out

    def masses(self, bodies: list[dict[str, Any]]) -> None:
        """Finds masses that were set: in a copy, they do not follow another collider."""
        from .saves import _loaded
        size = lib.evo_world_save(self.c, ffi.NULL, 0)
        saved = bytearray(size)
        lib.evo_world_save(self.c, ffi.from_buffer(saved), size)
        copy = _loaded(bytes(saved))
        lump = ffi.new("evo_collider_config *", lib.evo_collider_config_default())
        for body, of in zip(self.bodies, bodies):
            mass = lib.evo_body_mass(copy, body)
            if mass.mass > 0:
                lump.shape = lib.evo_circle(1 + mass.mass ** 0.5)
                lib.evo_collider_create(copy, body, lump)
                if lib.evo_body_mass(copy, body).mass == mass.mass:
                    of["mass"] = _plain(mass)

    def joint(self, joint: Any) -> dict[str, Any]:
        config = lib.evo_joint_get(self.c, joint)
        kind = {number: word for word, number in _WORDS["evo_joint_kind"].items()}[config.kind]
        ends = {end: f"body[{self.place[getattr(config, end).index]}]" for end in "ab"
                if getattr(config, end).generation != 0}
        return {"kind": kind, **ends,
                **_differing(config, lib.evo_joint_config_default(config.kind), "kind")}


class Levels(Saves):
    """Worlds from files of scenes, and back."""
    names: dict[str, Any] = {}

    @classmethod
    def from_file(cls, path: str) -> Any:
        """Returns the world of a scene file: a World, or an EventWorld if it has exact time. Its
        `names` are the bodies by name; what is wrong is told by line, column, path and rule."""
        with open(path, encoding="utf-8") as file:
            return cls.from_text(file.read(), str(path))

    @classmethod
    def from_text(cls, text: str, name: str = "scene") -> Any:
        """The same of a text."""
        from . import world as worlds
        from .bodies import Bodies
        from .records import BODY
        reader = _Reader(name, text)
        scene = reader.read()
        config = ffi.new("evo_world_config *", lib.evo_world_config_default())
        of = scene.get("world", {})
        reader.way.append("world")
        reader.fill(config, of, "world")
        kept = []
        if "exact" in of:
            reader.way.append("exact")
            kept.append(reader.fill(ffi.new("evo_exact_config *"), of["exact"], "exact"))
            config.exact = kept[-1]
            reader.way.pop()
        if "wall" in of:
            reader.way.append("wall")
            kept.append(ffi.new("evo_material *", reader.material(of["wall"])))
            config.wall = kept[-1]
            reader.way.pop()
        made = object.__new__(worlds.EventWorld if "exact" in of else worlds.World)
        config.complain = lib.evolute_complain
        if lib.evo_world_config_check(config) != lib.EVO_OK:
            lib.evo_world_create(config)
            raise reader.refused(lib.evo_world_config_check(config), "evo_world_config")
        made._create(config)
        reader.way.pop()
        reader.build(made.c, scene)
        made.names = {name: Bodies(made, np.array([(b.index, b.generation) for b in group], BODY))
                      for name, group in reader.bodies.items()}
        return made

    def to_file(self, path: str) -> None:
        """Writes a scene file that makes the world again: poses, motions, shapes, joints and the
        world's config; contacts begin anew. Positions of bodies whose centre of mass is off their
        origin are as they are told, to the last bit but one."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.to_text())

    def to_text(self) -> str:
        """The same as a text."""
        scene = _Writer(self).scene()
        lists = {"bodies", "joints", "parts"}
        lines = []
        for name, of in scene.items():
            if name in lists:
                rows = of if name == "parts" else next(iter(of.values()))
                body = ",\n    ".join(json.dumps(row) for row in rows)
                text = f"[\n    {body}\n  ]"
                inner = "" if name == "parts" else next(iter(of))
                lines.append(f'"{name}": ' + (text if not inner else f'{{"{inner}": {text}}}'))
            else:
                lines.append(f'"{name}": {json.dumps(of)}')
        return "{\n  " + ",\n  ".join(lines) + "\n}\n"
