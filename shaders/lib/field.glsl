// The type of the values of a field: along x and z for the direction of a flow.
#ifdef FIELD_DIRECTION
#define FIELD vec2
#else
#define FIELD float
#endif
