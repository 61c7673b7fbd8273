# make_words.py - makes the C tables of all words the terminal table can say, in six languages.
# The page's words are the source: web/src/lang/*.json, its photo names (under `photo.`), and the
# words of lessons (under `lesson.GAME.`) and rules (under `rulebook.GAME.`).
# What only the terminal says is in *.json beside this file, under `tui.`. A game that is tried
# out has a folder of its own.
#
# make_words.py OUTPUT LANGUAGE,LANGUAGE... PAGE_FOLDER OTHER_FOLDER...
import json
import pathlib
import sys


def flatten(words, before, out):
    for key, value in words.items():
        if isinstance(value, dict):
            flatten(value, f"{before}{key}.", out)
        elif before + key in out:
            sys.exit(f"make_words: {before}{key} stands in two files")
        else:
            out[before + key] = value
    return out


def load(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def part_of(part):
    """A part of the rules as one text: what it is, then its fields (src/tui/rules.c)."""
    if isinstance(part, str):
        return " " + part
    if "meld" in part:
        mark = "-" if "wrong" in part or "waits" in part else "+"
        return f"{mark}{part['meld']}\t{part['note']}"
    if "table" in part:
        return ">" + "\t".join(part[name] for name in ("table", "rack", "after", "note"))
    return f"={part['cards']}" if "cards" in part else f"#{part['legend']}"


def add_rules(path, out):
    for number, section in enumerate(load(path)):
        before = f"rulebook.{path.stem}.{number}."
        out[f"{before}title"] = section["title"]
        for i, part in enumerate(section["parts"]):
            out[f"{before}{i}"] = part_of(part)


def words_of(language, page, others):
    flat = flatten(load(f"{page}/photo/{language}.json"), "photo.", {})
    for file in sorted(pathlib.Path(page, "lessons", language).glob("*.json")):
        flatten(load(file), f"lesson.{file.stem}.", flat)
    for folder in [page, *others]:
        for file in sorted(pathlib.Path(folder, "rules", language).glob("*.json")):
            add_rules(file, flat)
        flatten(load(f"{folder}/{language}.json"), "", flat)
    return flat


def literal(text):
    for letter, escaped in (("\\", "\\\\"), ('"', '\\"'), ("\n", "\\n"), ("\t", "\\t")):
        text = text.replace(letter, escaped)
    return f'"{text}"'


def main(output, languages, page, *others):
    languages = languages.split(",")
    words = {language: words_of(language, page, others) for language in languages}
    # a language that lacks a text says it in English; a test finds those
    english = words["en"]
    keys = sorted(english, key=lambda key: key.encode())
    lines = [f"enum {{ WORD_COUNT = {len(keys)} }};"]
    lines.append("static const char *const word_keys[WORD_COUNT] = {")
    lines += [f"    {literal(key)}," for key in keys]
    lines.append("};")
    lines.append(f"static const char *const word_texts[{len(languages)}][WORD_COUNT] = {{")
    for language in languages:
        lines.append(f"    {{ /* {language} */")
        lines += [f"        {literal(words[language].get(key, english[key]))}," for key in keys]
        lines.append("    },")
    lines.append("};")
    with open(output, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")


main(*sys.argv[1:])
