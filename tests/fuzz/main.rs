//! Random and damaged input: scenes, pictures, states, meshes, command lines and user input, mutated from a corpus and from the bundled
//! scenes. None may panic or take more than 1 GB. `make test` runs some hundred cases of each, `make fuzz SECONDS=600` as many as there
//! is time for; see [`engine`].

mod arguments;
mod engine;
mod files;
mod memory;
mod mutate;
mod scenes;
mod soak;
mod user_input;
