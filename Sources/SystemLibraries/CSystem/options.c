#include "options.h"

#include <getopt.h>
#include <string.h>

enum { MOST = 64 };

struct option_found option_next(int count, char *arguments[], const struct option_name *names, int count_names) {
  struct option long_options[MOST + 1];
  char short_options[2 * MOST + 1], *end = short_options;
  memset(long_options, 0, sizeof long_options);
  if (count_names > MOST) count_names = MOST;
  for (int index = 0; index < count_names; index++) {
    long_options[index].name = names[index].name;
    long_options[index].has_arg = names[index].wants_argument ? required_argument : no_argument;
    if (names[index].name[1] == 0) {
      *end++ = names[index].name[0];
      if (names[index].wants_argument) *end++ = ':';
    }
  }
  *end = 0;
  // getopt(3) begins its messages with this.
  char *slash = count > 0 ? strrchr(arguments[0], '/') : NULL;
  if (slash) arguments[0] = slash + 1;
  int found = -1;
  int result = getopt_long_only(count, arguments, short_options, long_options, &found);
  if (result == -1) return (struct option_found){-1, NULL};
  if (result == '?') return (struct option_found){-2, NULL};
  for (int index = 0; result != 0 && index < count_names; index++)
    if (names[index].name[0] == result && names[index].name[1] == 0) found = index;
  return (struct option_found){found, optarg};
}

int option_operands(void) { return optind; }
