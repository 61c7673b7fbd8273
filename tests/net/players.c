/* players.c - honest guests of one table, over lines that may break: they come back, take up
 * where they were, ask again what was not answered, and are never answered more often than
 * they asked. What they are told is followed and compared by tests/server. */
#include <stdio.h>
#include <string.h>

#include "net.h"

static void come(struct player *player)
{
    struct guest *guest = player->guest;
    player->line = line_new(guest->address, &player->alarm);
    player->line->is_steady = player->is_steady;
    player->line->down_max = kernel_chance(200) ? 100 + kernel_below(300) : 100000;
    guest_come(guest, kernel_chance(800));
    if (player->sends > 0 && !guest->is_answered) {
        guest_repeat(guest);
        player->sends++;
    }
}

static void ask(struct player *player)
{
    struct guest *guest = player->guest;
    const struct follower *follower = &guest->follower;
    static const char *const others[] = {
        "\"do\":\"profile\",\"name\":\"Guest\"", "\"do\":\"back\"", "\"do\":\"next\"",
        "\"do\":\"seat\",\"seat\":3,\"as\":\"bot\",\"level\":1", "\"do\":\"nonsense\"",
    };
    char text[TEXT_MAX];
    bool is_free = player->sends == 0 || guest->is_answered;
    if (!is_free || guest->key[0] == '\0' || !follower->is_known || world.is_quieting ||
        player->asks == player->asks_max)
        return;
    guest_forget(guest);
    if (strcmp(follower->phase, "waiting") == 0 && player->is_host) {
        guest_ask(guest, "\"do\":\"start\"");
    } else if (follower->view_count > 0 && strcmp(follower->phase, "playing") == 0 &&
               guest_choose(guest, follower->views[0].seen.viewer, text)) {
        guest_ask(guest, "\"do\":\"act\",\"seat\":%u,\"action\":\"%s\",\"at\":%u",
                  follower->views[0].seen.viewer, text, follower->seq);
    } else if (kernel_chance(600)) {
        guest_ask(guest, "%s", others[kernel_below(sizeof others / sizeof *others)]);
    } else {
        return;
    }
    player->sends = 1;
    player->asks++;
}

static void expect_once(const struct player *player)
{
    char part[48];
    if (player->sends == 0)
        return;
    snprintf(part, sizeof part, "\"id\":\"%s\"", player->guest->id);
    CHECK_ABOUT(guest_count(player->guest, part) <= player->sends,
                "a request was answered more often than it was sent");
}

static void carry(struct player *player)
{
    struct client *client = player->guest->client;
    char bytes[4096];
    size_t size, budget = player->manner.take_max;
    size_t left = client->out.size - client->out_at;
    size_t piece = 1 + kernel_below(player->manner.piece_max);
    if (left > 0)
        client->out_at += line_send(player->line, &client->out.at[client->out_at],
                                    left < piece ? left : piece);
    while (budget > 0 && (size = line_take(player->line, bytes, sizeof bytes)) > 0) {
        client_take(client, bytes, size);
        budget -= size < budget ? size : budget;
    }
    guest_listen(player->guest);
    expect_once(player);
}

/* The line is over, or the player wants another one. */
static void part(struct player *player)
{
    if (kernel_chance(500))
        line_close(player->line);
    else
        line_reset(player->line);
    player->line = NULL;
    player->visits++;
    alarm_in(&player->alarm, kernel_below(world.is_quieting ? 50000
                                                            : 100000 * (8 + player->visits)));
}

static void on_ring(void *context)
{
    struct player *player = context;
    if (player->line == NULL)
        come(player);
    carry(player);
    if (line_is_over(player->line) || player->guest->client->closed != 0) {
        part(player);
        return;
    }
    if (!player->is_steady && !world.is_quieting && kernel_chance(20)) {
        part(player);
        return;
    }
    ask(player);
    const struct client *client = player->guest->client;
    bool is_idle = client->out_at == client->out.size && player->line->down.size == 0;
    alarm_soon(&player->alarm, is_idle ? 300000 + kernel_below(500000)
                                       : kernel_below(player->manner.pause_us));
}

void player_begin(struct player *player, struct guest *guest, bool is_host)
{
    player->guest = guest;
    player->is_host = is_host;
    player->is_steady = world.temper.is_calm && !world.temper.is_limited && kernel_chance(500);
    player->asks_max = kernel_below(12);
    player->manner = (struct manner){
        .piece_max = kernel_chance(200) ? 1 + kernel_below(8) : 20000,
        .take_max = kernel_chance(300) ? 500 : 200000,
        .pause_us = 1 + kernel_below(5000),
    };
    alarm_add(&player->alarm, on_ring, player);
    alarm_in(&player->alarm, kernel_below(500000));
}

/* Who comes back is answered too, in the end. */
bool player_is_content(const struct player *player)
{
    return player->sends == 0 || player->guest->is_answered || !world.temper.is_calm ||
           world.temper.is_limited;
}
