/* `ratchet worker`: what ratchetd starts; not for people, so it stands in no table. */
#ifndef RATCHET_CLI_WORKER_H
#define RATCHET_CLI_WORKER_H

/* The options that `config` takes make its configuration. Returns the exit code. */
int worker_command(int argc, char **argv);

#endif
