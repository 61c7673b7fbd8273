/* hub_profile.c - what a person tells of themselves: name, colour, language. */
#include <string.h>

#include "hub/hub_internal.h"

static bool is_language(const char *text)
{
    static const char *const languages[] = {"de", "en", "fr", "it", "nl", "es"};
    for (size_t i = 0; i < sizeof languages / sizeof *languages; i++)
        if (strcmp(text, languages[i]) == 0)
            return true;
    return false;
}

bool read_profile(const cJSON *fields, struct seat *seat, struct problem *problem)
{
    char tidy[NAME_SIZE];
    const char *name = seat->name, *wish = NULL, *language = seat->language;
    if (!json_get_text(fields, "name", &name, problem) ||
        !json_get_text(fields, "colour", &wish, problem) ||
        !json_get_text(fields, "language", &language, problem))
        return false;
    bool is_given = name != seat->name; /* an old one stays, whatever it is */
    if (is_given ? !name_tidy(name, tidy) : *name == '\0')
        return problem_set(problem, "name must have 1 to %d characters that can be seen",
                           NAME_CHARACTERS_MAX);
    if (wish != NULL && (strlen(wish) != 1 || strchr(ROOM_COLOURS, *wish) == NULL))
        return problem_set(problem, "colour must be one of the letters " ROOM_COLOURS);
    if (*language != '\0' && !is_language(language))
        return problem_set(problem, "language must be one of de en fr it nl es");
    if (is_given)
        memcpy(seat->name, tidy, strlen(tidy) + 1);
    memmove(seat->language, *language == '\0' ? "en" : language, sizeof seat->language);
    seat->colour = wish != NULL ? *wish : seat->colour;
    return true;
}
