// Nothing but depth.
void main() {}
