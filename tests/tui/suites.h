/* suites.h - the parts of tui_tests that need nothing of the others. */
#ifndef RUMMERY_TUI_SUITES_H
#define RUMMERY_TUI_SUITES_H

void test_links(void);

#endif
