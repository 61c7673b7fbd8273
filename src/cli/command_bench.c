/* command_bench.c - `rummery bench`: finds the benchmarks by name and prints the
 * signature. Figures are CPU time of this thread: the machine may be busy otherwise. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "bench.h"
#include "commands.h"

/* The servers that are measured read these. */
static bool set_servers(const char *store, unsigned long servers)
{
    return (store == NULL || setenv("RUMMERY_STORE", store, 1) == 0) &&
           (servers < 2 || setenv("RUMMERY_LINK", "127.0.0.1:0", 1) == 0);
}

static int measure_server(int argc, char **argv)
{
    bool is_flooded = false, is_quick = false, is_good;
    const char *store = NULL;
    unsigned long servers = 1;
    const struct argument arguments[] = {
        {.name = "--floods", .flag = &is_flooded},
        {.name = "--quick", .flag = &is_quick},
        {.name = "--store", .text = &store},
        {.name = "--servers", .number = &servers, .max = BENCH_SERVERS_MAX}};
    if (!arguments_read(&argc, argv, arguments, 4) || argc > 0)
        return usage_of("bench");
    if (!set_servers(store, servers))
        return EXIT_WRONG_INPUT;
    if (servers > 1)
        is_good = bench_servers((unsigned)servers, is_quick);
    else
        is_good = (is_flooded ? bench_server_floods : bench_server)(is_quick);
    return is_good ? EXIT_DONE : EXIT_WRONG_INPUT;
}

int command_bench(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(void);
    } benches[] = {{"core", bench_core}, {"solve", bench_solve}, {"bots", bench_bots},
                 {"players", bench_players}, {"env", bench_env}};
    int ran = 0;
    /* the server's takes minutes: only when asked for */
    if (argc > 0 && strcmp(argv[0], "server") == 0)
        return measure_server(argc - 1, argv + 1);
    if (argc > 1)
        return usage_of("bench");
    for (size_t i = 0; i < sizeof benches / sizeof *benches; i++) {
        if (argc == 0 || strcmp(argv[0], benches[i].name) == 0) {
            benches[i].run();
            ran++;
        }
    }
    if (ran == 0) {
        complain_of("there is no benchmark '%s'", argv[0]);
        return EXIT_USAGE;
    }
    printf("{\"bench\":\"signature\",\"signature\":\"%016llx\"}\n",
           (unsigned long long)bench_signature());
    return EXIT_DONE;
}
