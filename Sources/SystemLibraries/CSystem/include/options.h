#pragma once

// getopt_long_only(3) without its global variables, which Swift does not let a program touch.

/// One option: its name without the dash, and whether it wants an argument.
struct option_name {
  const char *name;
  int wants_argument;
};

/// What came next on the command line.
struct option_found {
  /// Index of the option in the list; -1 at the end of the options, -2 for one that is wrong, which was reported on standard error.
  int index;
  /// The option's argument, or NULL.
  const char *argument;
};

/// The next option of `arguments`, wherever it stands; operands are moved behind the options. `count_names` options at most.
/// One-letter names may be clustered (`-sv`), and their arguments may follow directly (`-d2`).
struct option_found option_next(int count, char *arguments[], const struct option_name *names, int count_names);

/// Where the operands begin, once the options are at their end.
int option_operands(void);
