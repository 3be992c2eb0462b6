/* nonogram.blocks — where each block may start, as auxiliary variables for the search to learn about.
 *
 * It deduces little that nonogram.line does not; but a learned clause over "block 3 starts at 7 or later" says in
 * one literal what takes many over cells.  Added only to lines that the root fixed point leaves open. */
#include <ratchet/model.h>

#include "order.h"

/* The clauses are all that the line means. */
static int extend(struct rt_self *self)
{
    int status = order_add(self);
    return status == RT_OK ? RT_ENTAILED : status;
}

static const struct rt_rule_class blocks = {
    .size = sizeof blocks,
    .id = "nonogram.blocks",
    .kind = RT_LINE_BLOCKS,
    .summary = "block starts as auxiliary variables, tied to the cells by clauses",
    .tier = 0,
    .level = 3,
    .extend = extend,
};

static const struct rt_rule_class *const rules[] = {&blocks, NULL};

const struct rt_bundle rt_bundle = {RT_BUNDLE_HEAD, .id = "line.blocks", .version = "1.0", .rules = rules};
