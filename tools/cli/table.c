/* All verbs and options. What stands here is what the program understands. */
#include "options.h"

#define AT(member) offsetof(struct options, member)

enum {
    V_RUN = V_SOLVE | V_UNIQUE | V_COUNT,
    V_TELL = V_HINT | V_EXPLAIN | V_GRADE,
    V_INPUT = V_RUN | V_VERIFY | V_RENDER | V_TELL,
    V_LISTS = V_RULES | V_PLUGINS | V_CONFIG,
    V_SETS = V_CONVERT | V_ABLATE | V_AUDIT | V_BENCH,
    V_HERE = V_INPUT | V_LISTS | V_SETS | V_GENERATE,
    V_CLIENT = V_SUBMIT | V_WAIT | V_WATCH | V_CANCEL | V_RETRY | V_DELETE | V_LS | V_GET | V_STATS | V_METRICS |
               V_RELOAD | V_DRAIN | V_HEALTH,
    V_ALL = V_HERE | V_CLIENT,
    V_SEARCH = V_RUN | V_CONFIG | V_ABLATE | V_BENCH | V_SUBMIT,
    V_LIMITED = V_INPUT | V_SEARCH | V_AUDIT | V_GENERATE,
    V_DATA = V_INPUT | V_RULES | V_PLUGINS | V_ABLATE | V_AUDIT | V_BENCH | V_CLIENT | V_GENERATE,
    V_MAKE = V_GENERATE | V_SUBMIT
};

static const char *const rules_actions[] = {"list", "info", "check-patterns", NULL};
static const char *const plugins_actions[] = {"list", "info", "formats", "new", "check", "index", NULL};
static const char *const config_actions[] = {"check", "effective", NULL};

const struct verb verb_table[] = {
    {"solve", V_SOLVE, "FILE...", 1, NULL, "solve puzzles and print the grid",
     "Solves each puzzle, prints its grid and says whether the solution is the only one: unique, several, none, or "
     "unknown where a limit came first. Of several puzzles only the verdicts are printed, unless --to asks for the "
     "grids."},
    {"unique", V_UNIQUE, "FILE...", 1, NULL, "say whether there is exactly one solution",
     "Prints the verdict only. Where there are several solutions it shows two of them and the places in which they "
     "differ."},
    {"count", V_COUNT, "FILE...", 1, NULL, "count the solutions",
     "Counts the solutions of each puzzle up to --max-solutions; beyond that it says \"at least\"."},
    {"verify", V_VERIFY, "FILE [SOLUTION]", 1, NULL, "check a solution",
     "Says whether SOLUTION solves the puzzle in FILE; if not, which rule of the puzzle is broken, and where. SOLUTION "
     "is a grid as solve and render print it, or a file whose format holds one. Without SOLUTION the one that FILE "
     "itself holds is checked."},
    {"render", V_RENDER, "FILE...", 1, NULL, "draw puzzles",
     "Draws each puzzle, or a grid for it that --solution names, as text, in colour, as SVG or PNG. With "
     "--animate it solves the puzzle, with all rules that are loaded, and the SVG plays how."},
    {"hint", V_HINT, "FILE...", 1, NULL, "give a hint",
     "Tells the simplest next deduction, from --marks if they are given: where it is, with which rule (--level 2), or "
     "all of it (--level 3). Marks that are wrong come first, with what refutes them; exit code 3."},
    {"explain", V_EXPLAIN, "FILE...", 1, NULL, "explain the way to the solution",
     "Tells the whole way step by step, always with the simplest rule that finds something: which rule, where, from "
     "what, and what follows. Where the rules of [explain] stop, it says what would go on; exit code 5. Of a puzzle "
     "without a solution it names clues that contradict each other; exit code 3."},
    {"grade", V_GRADE, "FILE...", 1, NULL, "say how hard puzzles are",
     "Prints level, score and the steps of each rule that a person needs, and how deep a search, if they need one. A "
     "mirrored or turned puzzle has the same grade."},
    {"generate", V_GENERATE, "TYPE", 1, NULL, "make new puzzles",
     "Prints new puzzles of a type, each with exactly one solution: at random, or from --picture, which is changed in "
     "as few places as can be found until it is the only solution. Exit code 5 if that doesn't succeed. What each is "
     "like, and what was changed, is told on standard error."},
    {"convert", V_CONVERT, "FILE...", 1, NULL, "write puzzles in another format",
     "Writes the puzzles to standard output in the format that --to names: one of `plugins list`, or cnf: a complete "
     "DIMACS formula, with comments that say what its variables mean."},
    {"ablate", V_ABLATE, "FILE...", 1, NULL, "show what each rule is worth",
     "Solves the same puzzles with all rules, then with each rule left out in turn, then with each rule alone on "
     "top of a base set, and tells how many puzzles got a verdict, and what it took: decisions, conflicts, CPU "
     "time. A puzzle ends without a verdict at --node-limit (20000 if none is configured), since few rules may "
     "search for ever. Exit code 1 if a verdict changes: then a rule is wrong."},
    {"audit", V_AUDIT, "[FILE...]", 0, NULL, "look for wrong deductions",
     "Finds each puzzle's solutions without any rule, then has every rule run, by itself and with the others, and "
     "holds each deduction against them: it is wrong if a solution satisfies its premises and not its conclusion. "
     "Names the rule, the place and the solution that gets lost, and looks for a smaller board that shows the "
     "same. Rules that only take part when they are enabled are audited too. Exit code 1 if anything is wrong; a "
     "puzzle of which no solution could be found within --node-limit counts as unknown."},
    {"bench", V_BENCH, "FILE...", 1, NULL, "measure how fast puzzles are solved",
     "Solves each puzzle and proves it unique several times, and prints medians of CPU time without reading and "
     "start-up, what the search did, each rule's share and the most memory. With --baseline the same puzzles run "
     "under a second configuration in turn, and the ratio is told."},
    {"rules", V_RULES, "[NAME|FILE...]", 0, rules_actions, "list the deduction rules",
     "list: every rule there is, one a line. info NAME: what it serves, what it costs, its options. check-patterns "
     "FILE: proves the pictures of a file for masyu.patterns; exit code 1 and a board that breaks it if one is wrong."},
    {"plugins", V_PLUGINS, "[NAME|FILE...]", 0, plugins_actions, "list and check plugins",
     "list: every plugin with what it brings. info NAME: the same in full. formats [TYPE]: the table of file formats, "
     "of one puzzle type or of all, in Markdown. new puzzle|rule|kind NAME: makes the folder NAME with a plugin "
     "to start from, which builds with meson and passes its tests. check FILE: loads a plugin file in a process "
     "of its own, judges it, holds its rules to each of their promises on random scopes of their kinds, lets puzzles "
     "read random boards, lets allocations fail, and reports as TAP; exit code 1 if anything is wrong. index FOLDER: "
     "writes the index that lets a run open only the plugins it needs."},
    {"config", V_CONFIG, "[FILE]", 0, config_actions, "check and show the configuration",
     "check [FILE]: is it well-formed, and does it mean something? effective: all that holds, and where each value "
     "came from."},
    {"submit", V_SUBMIT, "FILE...", 1, NULL, "hand puzzles to the daemon",
     "Hands each puzzle to ratchetd and prints the job's id; with --wait, waits and prints what solve would print. "
     "A job that was accepted survives the end of the daemon."},
    {"wait", V_WAIT, "JOB...", 1, NULL, "wait for jobs and print their results",
     "Waits until each job has its answer, prints it, and exits as solve would have; 1 for a job that was "
     "cancelled or is dead."},
    {"watch", V_WATCH, "[JOB]", 0, NULL, "watch jobs change",
     "Prints a line for each change of state and for progress: of JOB until it is final, of the jobs of a --tag, or "
     "of all of yours. On a terminal progress is one line that is drawn over, with JOB below its grid."},
    {"cancel", V_CANCEL, "JOB...", 1, NULL, "cancel jobs", "Cancels each job and prints its state."},
    {"retry", V_RETRY, "JOB...", 1, NULL, "queue failed jobs again",
     "Queues each job again that is failed, cancelled or dead, and prints its state."},
    {"delete", V_DELETE, "JOB...", 1, NULL, "delete jobs",
     "Deletes each job with its result; one that runs is cancelled."},
    {"ls", V_LS, "", 0, NULL, "list your jobs",
     "Prints id, operation, state and outcome of your jobs, the newest first."},
    {"get", V_GET, "JOB...", 1, NULL, "show jobs", "Prints each job as JSON, without its result."},
    {"stats", V_STATS, "", 0, NULL, "show what the daemon did", "Prints the daemon's statistics as JSON."},
    {"metrics", V_METRICS, "", 0, NULL, "print the daemon's metrics",
     "Prints the metrics in Prometheus' text format."},
    {"reload", V_RELOAD, "", 0, NULL, "have the daemon read its configuration again",
     "Starts workers with the new configuration and ends the old ones when their jobs are done. A bad configuration is "
     "refused, and the old one stays."},
    {"drain", V_DRAIN, "", 0, NULL, "end the daemon when its running jobs are done",
     "The daemon takes no more jobs, finishes those that run and exits; what is queued waits for its next start."},
    {"health", V_HEALTH, "", 0, NULL, "ask whether all is well with the daemon",
     "Prints ok, degraded, read_only or draining, the reasons on standard error; exit code 1 unless it is ok."},
};
const uint32_t verb_rows = sizeof verb_table / sizeof *verb_table;

static const char *const when[] = {"auto", "always", "never", NULL};
static const char *const stats[] = {"full", NULL};
static const char *const figures[] = {"text", "csv", "svg", NULL};
static const char *const pictures[] = {"ascii", "ansi", "svg", "png", NULL};
static const char *const pages[] = {"svg", NULL};
static const char *const symmetries[] = {"none", "mirror", "turn", NULL};
static const char *const codes[] = {"sat", NULL};
static const char *const ops[] = {"solve", "unique", "count", "verify", "hint", "explain", "grade", "generate", NULL};
static const char *const states[] = {"queued", "running", "done", "failed", "cancelled", "dead", NULL};
static const char *const shells[] = {"bash", "zsh", "fish", NULL};

const struct option_row option_table[] = {
    {"config", 'c', OPTION_FILES, V_ALL, "FILE", .at = AT(config),
     .help = "Read this configuration instead of the user's; a name without a slash may be a shipped profile, such as "
             "human.ini; several are laid on top of each other"},
    {"set", 0, OPTION_SETTING, V_ALL, "SECTION.KEY=VALUE", .help = "Set one value of the configuration"},
    {"enable", 0, OPTION_SETTING, V_HERE | V_SUBMIT, "RULE", .section = "rule", .key = "enabled", .fixed = "yes",
     .help = "Use the rule, whatever the configuration says"},
    {"disable", 0, OPTION_SETTING, V_HERE | V_SUBMIT, "RULE", .section = "rule", .key = "enabled", .fixed = "no",
     .help = "Leave the rule out"},
    {"only-rules", 0, OPTION_SETTING, (V_HERE & ~V_TELL) | V_SUBMIT, "A,B", .section = "rules", .key = "load",
     .help = "Use these rules and no others"},
    {"only-rules", 0, OPTION_SETTING, V_TELL, "A,B", .section = "explain", .key = "rules",
     .help = "Reason with these rules and no others"},
    {"no-search", 0, OPTION_SETTING, V_SEARCH, .section = "search", .key = "enabled",
     .fixed = "no",
     .help = "Stop where the rules find no more, as a person would"},
    {"first", 0, OPTION_FLAG, V_SOLVE | V_SUBMIT, .at = AT(first),
     .help = "Stop at the first solution, whether or not there are others"},
    {"max-solutions", 0, OPTION_TEXT, V_SOLVE | V_COUNT | V_SUBMIT, "N", .at = AT(max_solutions),
     .help = "count: how far to count (default 1000); solve: find and print up to N solutions"},
    {"max-solutions", 0, OPTION_TEXT, V_AUDIT, "N", .at = AT(max_solutions),
     .help = "Hold deductions against up to N solutions of a puzzle (default 200)"},
    {"random", 0, OPTION_TEXT, V_AUDIT, "N|A..B", .at = AT(random),
     .help = "Audit N random boards of --type, or those numbered A to B; number and --seed always mean the same board"},
    {"marks", 0, OPTION_TEXT, V_RUN | V_TELL | V_SUBMIT, "FILE", .at = AT(marks),
     .help = "Start from this partly filled grid, as render prints it"},
    {"level", 0, OPTION_TEXT, V_HINT | V_SUBMIT, "N", .at = AT(level),
     .help = "hint: how much to tell: 1 where (default), 2 which rule, 3 the deduction"},
    {"all", 0, OPTION_FLAG, V_HINT | V_SUBMIT, .at = AT(all),
     .help = "hint: all deductions that there are, the simplest first"},
    {"steps", 0, OPTION_TEXT, V_EXPLAIN | V_SUBMIT, "A..B", .at = AT(steps),
     .help = "explain: only these steps: 5, 5..9, 5.. or ..9"},
    {"min", 0, OPTION_TEXT, V_GRADE, "LEVEL", .at = AT(least), .help = "Only puzzles of this level or harder"},
    {"max", 0, OPTION_TEXT, V_GRADE, "LEVEL", .at = AT(most), .help = "Only puzzles of this level or easier"},
    {"solution", 0, OPTION_TEXT, V_RENDER, "FILE", .at = AT(solution), .help = "Draw this grid into the puzzle"},
    {"solution", 0, OPTION_TEXT, V_SUBMIT, "FILE", .at = AT(solution),
     .help = "verify: check this grid, rather than the one that the puzzle's file holds"},
    {"animate", 0, OPTION_FLAG, V_RENDER, .at = AT(animate),
     .help = "Solve the puzzle and draw an SVG that plays the deductions in their order"},
    {"type", 0, OPTION_TEXT, V_INPUT | V_SETS | V_SUBMIT, "TYPE", .at = AT(type),
     .help = "The input is a puzzle of this type (default: by content)"},
    {"format", 0, OPTION_TEXT, V_INPUT | V_SETS | V_SUBMIT, "FORMAT", .at = AT(format),
     .help = "The input is in this format (default: by content)"},
    {"to", 0, OPTION_TEXT, V_SOLVE | V_UNIQUE | V_RENDER, "FORM", .at = AT(to), .choices = pictures,
     .help = "Print nothing but the picture on standard output, in this form: ascii, ansi (with colours), svg or "
             "png"},
    {"to", 0, OPTION_TEXT, V_EXPLAIN, "FORM", .at = AT(to), .choices = pages,
     .help = "svg: nothing but one SVG document on standard output, with a page for every step"},
    {"to", 0, OPTION_TEXT, V_ABLATE, "FORM", .at = AT(to), .choices = figures,
     .help = "Print the figures as text (default), as csv, or as svg: a plot"},
    {"size", 0, OPTION_TEXT, V_MAKE, "WxH", .at = AT(board), .help = "Width and height (default 10x10)"},
    {"picture", 0, OPTION_TEXT, V_MAKE, "FILE", .at = AT(picture),
     .help = "Make the puzzle that has this solution: a grid as render prints it, or a file of a format that holds "
             "one"},
    {"colours", 0, OPTION_TEXT, V_GENERATE, "N", .at = AT(colours),
     .help = "nonogram: so many colours in a random puzzle (default: black alone), and no more in that of a picture"},
    {"symmetry", 0, OPTION_CHOICE, V_MAKE, "HOW", .at = AT(symmetry), .choices = symmetries,
     .help = "none, mirror (left and right) or turn (by half a turn)"},
    {"grade", 0, OPTION_TEXT, V_MAKE, "A..B", .at = AT(grade),
     .help = "Only puzzles of these levels, as grade finds them: 3, 2..4, 5.. or ..3"},
    {"count", 0, OPTION_TEXT, V_GENERATE, "N", .at = AT(count), .help = "So many puzzles (default 1)"},
    {"tries", 0, OPTION_TEXT, V_MAKE, "N", .at = AT(tries),
     .help = "Random puzzles to try for each (default 1000)"},
    {"changes", 0, OPTION_TEXT, V_MAKE, "N", .at = AT(changes),
     .help = "Most changes to make one puzzle unique (default 100, or a fourth of its cells)"},
    {"minimal", 0, OPTION_FLAG, V_MAKE, .at = AT(minimal),
     .help = "Leave out clues until each one that is left is needed"},
    {"to", 0, OPTION_TEXT, V_CONVERT | V_GENERATE, "FORMAT", .at = AT(to),
     .help = "Write this format: nonogram.nin (or just nin), masyu.puzzlink, ..., or cnf"},
    {"seed", 0, OPTION_SETTING, V_LIMITED | V_PLUGINS, "N", .section = "engine", .key = "seed",
     .help = "Start of every random choice"},
    {"time-limit", 0, OPTION_SETTING, V_LIMITED, "TIME", .section = "limits",
     .key = "time",
     .help = "Longest time for one puzzle: 10s, 250ms, 2m"},
    {"node-limit", 0, OPTION_SETTING, V_LIMITED, "N", .section = "limits",
     .key = "nodes",
     .help = "Most decisions of the search for one puzzle"},
    {"mem-limit", 0, OPTION_SETTING, V_LIMITED, "SIZE", .section = "limits",
     .key = "memory",
     .help = "Most memory for one puzzle: 512M, 1G"},
    {"jobs", 'j', OPTION_TEXT, V_INPUT, "N", .at = AT(jobs),
     .help = "Solve N puzzles at a time; 0 is one a processor; the output stays in order"},
    {"keep-going", 0, OPTION_FLAG, V_INPUT | V_SUBMIT, .at = AT(keep_going),
     .help = "Go on behind an input that can't be read or solved for a fault"},
    {"json", 0, OPTION_FLAG, V_DATA, .at = AT(json),
     .help = "Print JSON, one object a line"},
    {"stats", 0, OPTION_CHOICE, V_RUN | V_SUBMIT, "full", .optional = true, .at = AT(stats), .choices = stats,
     .first = STATS_FULL, .help = "Print what search and rules did; full: all there is, every call timed"},
    {"trace", 0, OPTION_TEXT, V_RUN, "FILE", .optional = true, .at = AT(trace),
     .help = "Write every narrowing as a line of JSON to FILE (- is standard output; without FILE, standard error)"},
    {"color", 0, OPTION_CHOICE, V_ALL, "WHEN", .at = AT(color), .choices = when,
     .help = "Use colour: auto (on a terminal), always or never"},
    {"progress", 0, OPTION_CHOICE, V_INPUT | V_GENERATE, "WHEN", .at = AT(progress), .choices = when,
     .help = "Show progress on standard error: auto (on a terminal), always or never"},
    {"exit-codes", 0, OPTION_FLAG, V_RUN, "sat", .at = AT(sat_codes), .choices = codes,
     .help = "Exit like a SAT solver: 10 solved, 30 solved and proved unique, 20 no solution, 0 unknown"},
    {"quiet", 'q', OPTION_COUNTER, V_ALL, .at = AT(quiet),
     .help = "No warnings and no summary; twice: no output, only the exit code and errors"},
    {"verbose", 'v', OPTION_COUNTER, V_ALL, .at = AT(verbose), .help = "Say more on standard error; twice: even more"},
    {"repeat", 0, OPTION_TEXT, V_BENCH, "N", .at = AT(repeat), .help = "Solve each puzzle N times (default 3)"},
    {"base", 0, OPTION_TEXT, V_ABLATE, "A,B", .at = AT(base),
     .help = "The rules that are always there when each rule is tried alone (default: none)"},
    {"baseline", 0, OPTION_TEXT, V_BENCH, "FILE", .at = AT(baseline),
     .help = "Compare with this configuration, pair by pair in the same run"},
    {"installed", 0, OPTION_FLAG, V_PLUGINS, .at = AT(installed),
     .help = "index: these plugins were installed with Ratchet and are trusted like it"},
    {"op", 0, OPTION_TEXT, V_SUBMIT, "OP", .at = AT(op), .choices = ops,
     .help = "What to do: solve (default), unique, count, verify, hint, explain, grade or generate, of a TYPE"},
    {"deductions", 0, OPTION_FLAG, V_SUBMIT, .at = AT(deductions),
     .help = "Have every deduction told while the job runs; watch JOB shows them"},
    {"wait", 0, OPTION_FLAG, V_SUBMIT, .at = AT(wait), .help = "Wait, and print what solve would print"},
    {"wait", 0, OPTION_FLAG, V_HEALTH, .at = AT(wait), .help = "Wait a minute for a daemon that is still starting"},
    {"key", 0, OPTION_TEXT, V_SUBMIT, "KEY", .at = AT(key),
     .help = "Safe to repeat: the same key and puzzle is the same job"},
    {"priority", 0, OPTION_TEXT, V_SUBMIT, "N", .at = AT(priority), .help = "0 to 9 (default 5); higher runs first"},
    {"tag", 0, OPTION_TEXT, V_SUBMIT | V_LS | V_WATCH, "TAG", .at = AT(tag),
     .help = "submit: mark the job; ls, watch: only jobs with this mark"},
    {"state", 0, OPTION_TEXT, V_LS, "STATE", .at = AT(state), .choices = states,
     .help = "Only jobs that are queued, running, done, failed, cancelled or dead"},
    {"version", 0, OPTION_FLAG, V_ALL, .at = AT(version), .help = "Print the version and exit"},
    {"help", 'h', OPTION_FLAG, V_ALL, .at = AT(help), .help = "Print help on the program or the command and exit"},
    {"completions", 0, OPTION_TEXT, V_ALL, "SHELL", .hidden = true, .at = AT(completions), .choices = shells,
     .help = "Print the completions for bash, zsh or fish"},
    {"man-options", 0, OPTION_FLAG, V_ALL, .hidden = true, .at = AT(man_options),
     .help = "Print the commands and options as a part of the man page"},
};
const uint32_t option_rows = sizeof option_table / sizeof *option_table;
