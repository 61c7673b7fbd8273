# make_lessons.py - makes the C table of all lessons (docs/lessons.md).
#
# make_lessons.py OUTPUT FILE...
import json
import pathlib
import sys


def literal(text):
    return "NULL" if text is None else '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def tries(name, found):
    lines = [f"static const struct lesson_try {name}[] = {{"]
    for one in found:
        actions = one if isinstance(one, list) else one["do"]
        rule = None if isinstance(one, list) else one.get("rule")
        lines.append(f"    {{{literal(' / '.join(actions))}, {literal(rule)}}},")
    return lines + ["    {NULL, NULL}", "};"]


def main(output, *files):
    lines, entries = [], []
    for path in files:
        game = pathlib.Path(path).stem
        with open(path, encoding="utf-8") as file:
            lessons = json.load(file)
        for number, lesson in enumerate(lessons):
            name = f"{game}_{number}"
            lines += tries(f"right_{name}", lesson["right"])
            lines += tries(f"wrong_{name}", lesson["wrong"])
            texts = [game, *(lesson.get(key) for key in
                             ["id", "rule", "position", "goal", "draft"])]
            entries.append(f"    {{{', '.join(map(literal, texts))}, {lesson.get('seconds', 0)}, "
                           f"right_{name}, wrong_{name}}},")
    lines.append(f"enum {{ LESSON_COUNT = {len(entries)} }};")
    lines += ["static const struct lesson all[LESSON_COUNT] = {", *entries, "};"]
    with open(output, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")


main(*sys.argv[1:])
