/* command_bench.c - `rummery bench`: finds the benchmarks by name and prints the
 * signature. Figures are CPU time of this thread: the machine may be busy otherwise. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "bench.h"
#include "commands.h"

static int measure_server(int argc, char **argv)
{
    bool is_flooded = false, is_quick = false;
    const char *store = NULL;
    const struct argument arguments[] = {{.name = "--floods", .flag = &is_flooded},
                                         {.name = "--quick", .flag = &is_quick},
                                         {.name = "--store", .text = &store}};
    if (!arguments_read(&argc, argv, arguments, 3) || argc > 0)
        return usage_of("bench");
    /* the servers that are measured read it */
    if (store != NULL && setenv("RUMMERY_STORE", store, 1) != 0)
        return EXIT_WRONG_INPUT;
    return (is_flooded ? bench_server_floods : bench_server)(is_quick) ? EXIT_DONE
                                                                       : EXIT_WRONG_INPUT;
}

int command_bench(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(void);
    } benches[] = {{"core", bench_core}, {"solve", bench_solve}, {"bots", bench_bots}};
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
