/* command_bench.c - `rummery bench`: finds the benchmarks by name and prints the
 * signature. Figures are CPU time of this thread: the machine may be busy otherwise. */
#include <stdio.h>
#include <string.h>

#include "arguments.h"
#include "bench.h"
#include "commands.h"

int command_bench(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(void);
    } benches[] = {{"core", bench_core}, {"solve", bench_solve}, {"bots", bench_bots}};
    int ran = 0;
    /* the server's takes minutes: only when asked for */
    bool is_server = argc > 0 && strcmp(argv[0], "server") == 0;
    bool is_flooded = argc > 1 && strcmp(argv[1], "--floods") == 0;
    int options = 1 + is_flooded;
    bool is_quick = argc == options + 1 && strcmp(argv[options], "--quick") == 0;
    if (is_server && (argc == options || is_quick))
        return (is_flooded ? bench_server_floods : bench_server)(is_quick) ? EXIT_DONE
                                                                           : EXIT_WRONG_INPUT;
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
