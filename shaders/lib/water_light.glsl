// Light in water, and its attenuation, as in light/basin_light.rs.
uniform vec3 u_sun_under;       // unit, toward the sun, refracted at the level surface
uniform float u_entering;       // transmittance of level water for the sun
uniform vec3 u_sun_level;       // irradiance of the sun on level ground above the water
uniform vec3 u_sky_under;       // irradiance of the sky, just below the level surface
uniform vec3 u_gain;            // gain by reflections between surface and floor
uniform vec3 u_down;            // attenuation of downwelling light, per metre
uniform vec3 u_beam;            // attenuation of a view ray, per metre
