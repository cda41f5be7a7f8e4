#define FORCED(d) "mov.u23 " #d ", 2;"
