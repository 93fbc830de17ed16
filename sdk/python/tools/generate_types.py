#!/usr/bin/env python3
"""Writes `src/sumito/types.py` from `docs/schema`; with `--check` it fails if the file is out of date."""

from __future__ import annotations

import json
import keyword
import sys
from pathlib import Path
from typing import Any, Optional

PACKAGE = Path(__file__).resolve().parents[1]
SCHEMAS = PACKAGE.parents[1] / "docs" / "schema"
TARGET = PACKAGE / "src" / "sumito" / "types.py"
LONGEST_LINE = 120

HEAD = '''"""Messages and bodies of the protocol. Generated from docs/schema by tools/generate_types.py. Do not edit.

A field that is `NotRequired` can be left out. A newer server may send further fields, and other words than a `Literal` lists.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Literal, Optional, TypedDict, Union

if TYPE_CHECKING:
    from typing_extensions import NotRequired
'''

Schema = dict[str, Any]


class Generator:
    """Collects the classes and aliases of the file."""

    def __init__(self) -> None:
        self.definitions: dict[str, Schema] = {}
        self.classes: dict[str, str] = {}
        self.bases: dict[str, list[str]] = {}
        self.aliases: dict[str, str] = {}

    def add(self, definitions: dict[str, Schema]) -> None:
        """Adds definitions; the first of a name counts, because all schemas describe the same types."""
        for name, schema in definitions.items():
            self.definitions.setdefault(name, schema)

    def write(self) -> str:
        for name, schema in self.definitions.items():
            self.define(name, schema)
        text = HEAD + "".join(f"\n\n{self.classes[name]}" for name in self.ordered_classes())
        return text + "\n" + "".join(f"\n{line}" for line in self.ordered_aliases())

    def define(self, name: str, schema: Schema) -> None:
        variants = schema.get("oneOf")
        if variants is None:
            if "properties" in schema:
                self.add_class(name, schema, [])
            else:
                self.aliases[name] = self.expression(schema)
        elif all("const" in variant for variant in variants):
            self.aliases[name] = literal([variant["const"] for variant in variants])
        else:
            self.add_union(name, schema, variants)

    def add_union(self, name: str, schema: Schema, variants: list[Schema]) -> None:
        """Defines a class for each variant. Fields beside the variants become a common base."""
        bases = []
        if "properties" in schema:
            self.add_class(f"{name}Base", {key: value for key, value in schema.items() if key != "oneOf"}, [])
            bases = [f"{name}Base"]
        members = []
        for variant in variants:
            words = tag(variant)
            if words is None:
                raise SystemExit(f"{name}: a variant without a tag: {json.dumps(variant)[:200]}")
            suffix = {"ServerMessage": "Message", "ClientMessage": "Command"}.get(name, name)
            member = words + suffix
            included = references(variant)
            unions = [other for other in included if is_tagged_union(self.definitions[other])]
            if not unions:
                self.add_class(member, flat(variant), bases + included)
                members.append(member)
                continue
            for inner in self.definitions[unions[0]]["oneOf"]:
                parent = f"{tag(inner)}{unions[0]}"
                self.add_class(f"{parent}{suffix}", flat(variant), [parent])
                members.append(f"{parent}{suffix}")
        self.aliases[name] = f"Union[{', '.join(members)}]"

    def add_class(self, name: str, schema: Schema, bases: list[str]) -> None:
        if name in self.classes:
            raise SystemExit(f"two classes have the name {name}")
        self.bases[name] = bases
        required = schema.get("required", [])
        fields = []
        for field, value in schema.get("properties", {}).items():
            kind = self.expression(value)
            fields.append((field, kind if field in required else f"NotRequired[{kind}]"))
        if any(not field.isidentifier() or keyword.iskeyword(field) for field, _ in fields):
            items = "".join(f"        {quoted(field)}: {quoted(kind)},\n" for field, kind in fields)
            self.classes[name] = f'{name} = TypedDict(\n    "{name}",\n    {{\n{items}    }},\n)\n'
            return
        body = "".join(f"    {field}: {kind}\n" for field, kind in fields)
        text = documentation(schema)
        gap = "\n" if text and body else ""
        head = f"class {name}({', '.join(bases or ['TypedDict'])}):\n"
        self.classes[name] = head + (text + gap + body or "    pass\n")

    def expression(self, schema: Schema) -> str:
        """The type of a field, as an expression."""
        if "$ref" in schema:
            return str(schema["$ref"].rsplit("/", 1)[1])
        if "const" in schema:
            return literal([schema["const"]])
        if "enum" in schema:
            return literal(schema["enum"])
        for key in ("anyOf", "oneOf", "allOf"):
            if key in schema:
                return union([self.expression(part) for part in schema[key]])
        kind = schema.get("type")
        if isinstance(kind, list):
            return union([self.expression({**schema, "type": part}) for part in kind])
        if kind == "array":
            return f"List[{self.expression(schema.get('items', {}))}]"
        if kind == "object":
            values = schema.get("additionalProperties")
            return f"Dict[str, {self.expression(values) if isinstance(values, dict) and values else 'Any'}]"
        plain = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None", None: "Any"}
        return plain[kind]

    def ordered_classes(self) -> list[str]:
        """The classes by name, each after its bases."""
        names: list[str] = []

        def place(name: str) -> None:
            if name not in names:
                for base in self.bases[name]:
                    place(base)
                names.append(name)

        for name in sorted(self.classes):
            place(name)
        return names

    def ordered_aliases(self) -> list[str]:
        """The aliases, each after those that it names: they are evaluated in order."""
        lines: list[str] = []
        done: set[str] = set()

        def place(name: str) -> None:
            if name in done:
                return
            done.add(name)
            expression = self.aliases[name]
            for word in set(expression.replace("[", " ").replace("]", " ").replace(",", " ").split()):
                if word in self.aliases:
                    place(word)
            line = f"{name} = {expression}\n"
            if len(line) > LONGEST_LINE:
                head, inner = expression[:-1].split("[", 1)
                line = f"{name} = {head}[\n" + "".join(f"    {part},\n" for part in inner.split(", ")) + "]\n"
            lines.append(line)

        for name in sorted(self.aliases):
            place(name)
        return lines


def union(parts: list[str]) -> str:
    """The union of types, with `Optional` for `None`."""
    others = list(dict.fromkeys(part for part in parts if part != "None"))
    joined = others[0] if len(others) == 1 else f"Union[{', '.join(others)}]"
    return joined if "None" not in parts else f"Optional[{joined}]"


def quoted(text: str) -> str:
    """A string literal."""
    mark = "'" if '"' in text else '"'
    return f"{mark}{text}{mark}"


def literal(words: list[Any]) -> str:
    values = ("None" if word is None else json.dumps(word) for word in words)
    return f"Literal[{', '.join(values)}]"


def tag(variant: Schema) -> Optional[str]:
    """The name of a variant: its tag, or its only field."""
    for part in [variant, *variant.get("allOf", [])]:
        for value in part.get("properties", {}).values():
            words = [value["const"]] if "const" in value else value.get("enum", [])
            if len(words) == 1 and isinstance(words[0], str):
                return pascal_case(words[0])
    names = list(variant.get("properties", {}))
    return pascal_case(names[0]) if len(names) == 1 else None


def pascal_case(word: str) -> str:
    return "".join(part.capitalize() for part in word.replace("-", "_").split("_"))


def references(variant: Schema) -> list[str]:
    """The types whose fields a variant includes."""
    parts = [variant, *variant.get("allOf", [])]
    return [part["$ref"].rsplit("/", 1)[1] for part in parts if "$ref" in part]


def flat(variant: Schema) -> Schema:
    """The variant's own fields, without those of included types."""
    whole: Schema = {"description": variant.get("description", ""), "properties": {}, "required": []}
    for part in [variant, *variant.get("allOf", [])]:
        whole["properties"].update(part.get("properties", {}))
        whole["required"] += part.get("required", [])
    return whole


def is_tagged_union(schema: Schema) -> bool:
    return "oneOf" in schema and not all("const" in variant for variant in schema["oneOf"])


def documentation(schema: Schema) -> str:
    """The first paragraph of a description as a docstring."""
    words = schema.get("description", "").split("\n\n")[0].replace("\\", "\\\\").replace('"""', "'''").split()
    lines, line = [], '    """'
    for word in words:
        if len(line) + len(word) + 4 > LONGEST_LINE:
            lines.append(line.rstrip())
            line = "    "
        line += f"{word} "
    lines.append(line.rstrip())
    text = "\n".join(lines)
    return f'{text}"""\n' if words else ""


def with_variants(definitions: dict[str, Schema]) -> dict[str, Schema]:
    """Puts the variants of tagged unions into their unions, as in the schemas of messages, which have the messages of streams."""
    variants = {name for name in definitions if name.endswith("Message")}
    for schema in definitions.values():
        if "discriminator" in schema:
            names = [variant["$ref"].rsplit("/", 1)[1] for variant in schema["oneOf"]]
            schema["oneOf"] = [definitions[name] for name in names]
            variants.update(names)
    return {name: schema for name, schema in definitions.items() if name not in variants}


def generate() -> str:
    """Returns the content of the file."""
    server, client, http = (
        json.loads((SCHEMAS / f"{name}.json").read_text(encoding="utf-8")) for name in ("server-message", "client-message", "openapi")
    )
    generator = Generator()
    for schema in (server, client):
        definitions = schema.pop("$defs")
        generator.add(definitions)
        generator.add({schema["title"]: schema})
    generator.add(with_variants(http["components"]["schemas"]))
    return generator.write()


def main() -> None:
    text = generate()
    if "--check" not in sys.argv[1:]:
        TARGET.write_text(text, encoding="utf-8")
    elif not TARGET.is_file() or TARGET.read_text(encoding="utf-8") != text:
        sys.exit("src/sumito/types.py is out of date: run `python tools/generate_types.py` in sdk/python")


if __name__ == "__main__":
    main()
