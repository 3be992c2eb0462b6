#include "solve.h"

enum verdict solve_twice(const struct puzzle *p, struct sat *sat, taker *take, forbidder *forbid,
                         struct findings *found)
{
    enum answer answer = sat_solve(sat);
    if (answer != SAT_YES)
        return answer == SAT_NO ? NONE : UNKNOWN;
    take(p, sat, found->grid[found->ngrids++]);
    forbid(p, sat, found->grid[0]);
    answer = sat_solve(sat);
    if (answer != SAT_YES)
        return answer == SAT_NO ? UNIQUE : UNKNOWN;
    take(p, sat, found->grid[found->ngrids++]);
    return SEVERAL;
}
