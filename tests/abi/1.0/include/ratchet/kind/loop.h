/* loop.vertex/1 and loop.single/1 — a closed loop along the edges of a planar graph.
 * Variables: edges, 0 = off, 1 = on. */
#ifndef RATCHET_KIND_LOOP_H
#define RATCHET_KIND_LOOP_H

#include <stdint.h>

/* The edges at one vertex, in any order, 1 to 4 (or more) of them: none or two are on; exactly two if `must`. */
#define RT_LOOP_VERTEX "loop.vertex/1"

struct rt_loop_vertex {
    uint32_t must;      /* 1: the loop visits this vertex */
    uint32_t reserved;
};

/* The whole graph: the edges that are on form exactly one closed loop, and it visits every vertex with
 * must[v].  No edge on at all is no loop.  Scope position e is edge e.  Arrays live as long as the job
 * (host->alloc). */
#define RT_LOOP_SINGLE "loop.single/1"

struct rt_loop_single {
    uint32_t nv, ne, nf;        /* vertices, edges, faces; face 0 is the outside */
    uint32_t reserved;
    const uint32_t *end;        /* 2 * ne: the vertices end[2e], end[2e+1] of edge e */
    const uint32_t *face;       /* 2 * ne: the faces on its two sides; NULL if unknown (then nf = 0) */
    const uint32_t *first;      /* nv + 1: edges at v are incident[first[v] .. first[v+1]) */
    const uint32_t *incident;   /* 2 * ne */
    const uint8_t *must;        /* nv */
};

#endif
