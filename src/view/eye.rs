//! `Eye`: position and matrices of the camera of a frame, and the ray through a pixel.

use glam::{DVec2, Mat3, Mat4, Vec2, Vec3, Vec4};

/// A viewpoint with its view and projection matrices.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Eye {
    /// Position in metres.
    pub position: Vec3,
    /// Place of the world's origin on open water, x and z, metres, which keeps world coordinates small during a long flight. 0 for a
    /// pool.
    pub origin: DVec2,
    /// World to eye space: right-handed, y up, looking along −z. A rotation and a translation without scale.
    pub view: Mat4,
    /// Eye to clip space: a perspective projection in GL's convention, depth from −1 to 1.
    pub projection: Mat4,
}

impl Eye {
    /// An eye at a position with the given matrices; the world's origin is that of the water.
    pub fn new(position: Vec3, view: Mat4, projection: Mat4) -> Self {
        Self {
            position,
            origin: DVec2::ZERO,
            view,
            projection,
        }
    }

    /// The same eye in a world whose unit is `scale` times larger, 1 or above, at the same distances in units.
    pub fn scaled(&self, scale: f32) -> Self {
        let (mut view, mut projection) = (self.view, self.projection);
        view.w_axis = (view.w_axis.truncate() * scale).extend(1.0);
        // Near and far planes scale with the world.
        projection.w_axis.z *= scale;
        Self {
            position: self.position * scale,
            origin: self.origin * f64::from(scale),
            view,
            projection,
        }
    }

    /// The same eye, `by` metres higher.
    pub fn raised(&self, by: f32) -> Self {
        let up = Vec3::Y * by;
        Self {
            position: self.position + up,
            view: self.view * Mat4::from_translation(-up),
            ..*self
        }
    }

    /// Position on open water, x and z, metres.
    pub fn place(&self) -> DVec2 {
        self.origin + Vec2::new(self.position.x, self.position.z).as_dvec2()
    }

    /// World to clip space.
    pub fn view_projection(&self) -> Mat4 {
        self.projection * self.view
    }

    /// Clip space to world directions.
    pub(super) fn unproject(&self) -> Mat4 {
        let mut turn = self.view;
        turn.w_axis = Vec4::W;
        (self.projection * turn).inverse()
    }

    /// Width of a pixel at distance 1, in an image of this size.
    pub(super) fn pixel_width(&self, (_, rows): (usize, usize)) -> f32 {
        2.0 / (self.projection.y_axis.y * rows.max(1) as f32)
    }

    /// The ray through the centre of `pixel` in a picture of `size` pixels: the eye's position, and a direction of
    /// length 1.
    ///
    /// Pixel (0, 0) is the top left one. A fraction of a pixel counts from the pixel's centre: (0.5, 0) is the middle of
    /// the edge between the first two pixels. A side of `size` below 1 counts as 1.
    ///
    /// ```
    /// use glam::{Mat4, Vec2, Vec3, camera::rh::proj::opengl::perspective};
    /// use waterlab::view::Eye;
    ///
    /// let eye = Eye::new(Vec3::ZERO, Mat4::IDENTITY, perspective(1.0, 1.0, 0.1, 10.0));
    /// let (_, forward) = eye.ray(Vec2::new(1.0, 1.0), Vec2::new(3.0, 3.0));
    /// assert!(forward.distance(Vec3::NEG_Z) < 1e-6);
    /// ```
    pub fn ray(&self, pixel: Vec2, size: Vec2) -> (Vec3, Vec3) {
        let across = (pixel + 0.5) / size.max(Vec2::ONE);
        let device = Vec2::new(2.0 * across.x - 1.0, 1.0 - 2.0 * across.y);
        // A perspective maps (x, y, −1) to ((p00·x − p20), (p11·y − p21)) with w = 1; this is solved for x and y.
        let p = self.projection;
        let ahead = Vec3::new(
            (device.x + p.z_axis.x) / p.x_axis.x,
            (device.y + p.z_axis.y) / p.y_axis.y,
            -1.0,
        );
        let direction = self.view.inverse().transform_vector3(ahead);
        (self.position, direction.normalize_or_zero())
    }

    /// The matrix that maps (x, y, 1) to a world ray whose component along the line of sight is 1. x and y are `gl_FragCoord` in an image
    /// of `size` pixels.
    pub(crate) fn rays(&self, size: Vec2) -> Mat3 {
        let p = self.projection;
        // As in [`Eye::ray`], from −1 to 1 over the image.
        let [x, y] = [p.x_axis.x, p.y_axis.y];
        let first = Vec3::new((p.z_axis.x - 1.0) / x, (p.z_axis.y - 1.0) / y, -1.0);
        let step = Vec2::new(2.0 / x, 2.0 / y) / size.max(Vec2::ONE);
        let to_world = Mat3::from_mat4(self.view.inverse());
        to_world * Mat3::from_cols(Vec3::X * step.x, Vec3::Y * step.y, first)
    }

    /// The pixel (as in [`Eye::ray`]) of an image (width, height) at which a point appears, possibly outside of the image; `None` behind
    /// the eye.
    pub fn pixel(&self, point: Vec3, (width, height): (usize, usize)) -> Option<Vec2> {
        let clip = self.view_projection() * point.extend(1.0);
        let ahead = clip.w > 1e-6;
        let device = Vec2::new(clip.x, clip.y) / clip.w;
        let size = Vec2::new(width as f32, height as f32);
        ahead.then(|| Vec2::new(1.0 + device.x, 1.0 - device.y) / 2.0 * size - 0.5)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::camera::rh::{
        proj::opengl::{frustum, perspective},
        view::look_at_mat4,
    };
    use std::f32::consts::FRAC_PI_2;

    #[test]
    fn the_corner_pixel_of_a_right_angle_is_where_the_hand_puts_it() {
        // fov 90°: the picture plane at distance 1 spans 2 high and, at aspect 2, 4 wide. Of 4 × 2 pixels the top left
        // one has its centre half a pixel, that is 0.5, from both edges.
        let from = Vec3::new(1.0, 2.0, 3.0);
        let to = Vec3::new(2.0, 2.0, 3.0); // looking along +x, so that right is +z
        let projection = perspective(FRAC_PI_2, 2.0, 0.1, 10.0);
        let eye = Eye::new(from, look_at_mat4(from, to, Vec3::Y), projection);
        let (origin, direction) = eye.ray(Vec2::ZERO, Vec2::new(4.0, 2.0));
        assert_eq!(origin, eye.position);
        let expected = Vec3::new(1.0, 0.5, -1.5).normalize();
        assert!(direction.distance(expected) < 1e-6, "{direction}");
    }

    #[test]
    fn a_lopsided_frustum_keeps_its_rays() {
        // At distance 1 this frustum spans x from −1 to 3 and y from −2 to 0: its centre is (1, −1).
        let projection = frustum(-0.1, 0.3, -0.2, 0.0, 0.1, 10.0);
        let eye = Eye::new(Vec3::ZERO, Mat4::IDENTITY, projection);
        let (_, direction) = eye.ray(Vec2::ONE, Vec2::splat(3.0));
        let expected = Vec3::new(1.0, -1.0, -1.0).normalize();
        assert!(direction.distance(expected) < 1e-6, "{direction}");
    }

    #[test]
    fn what_turns_a_shaders_places_into_rays_finds_those_of_pixels() {
        let position = Vec3::new(0.4, 1.2, 1.6);
        let projection = frustum(-0.1, 0.3, -0.2, 0.05, 0.1, 10.0);
        let eye = Eye::new(
            position,
            look_at_mat4(position, Vec3::ZERO, Vec3::Y),
            projection,
        );
        let size = Vec2::new(640.0, 400.0);
        for pixel in [Vec2::ZERO, Vec2::new(639.0, 0.0), Vec2::new(100.0, 371.0)] {
            let (_, direction) = eye.ray(pixel, size);
            // GL counts rows from the bottom, and from the corner of the first pixel.
            let place = Vec3::new(pixel.x + 0.5, size.y - pixel.y - 0.5, 1.0);
            let ray = eye.rays(size) * place;
            assert!(ray.normalize().distance(direction) < 1e-6, "{pixel}: {ray}");
            let forward = eye.view.inverse().transform_vector3(Vec3::NEG_Z);
            assert!((ray.dot(forward) - 1.0).abs() < 1e-6, "{pixel}: {ray}");
        }
    }

    #[test]
    fn a_point_on_a_ray_is_projected_onto_its_pixel() {
        let position = Vec3::new(0.4, 1.2, 1.6);
        let projection = perspective(0.8, 1.6, 0.01, 200.0);
        let eye = Eye::new(
            position,
            look_at_mat4(position, Vec3::ZERO, Vec3::Y),
            projection,
        );
        let size = Vec2::new(1280.0, 800.0);
        for pixel in [
            Vec2::ZERO,
            Vec2::new(1279.0, 799.0),
            Vec2::new(31.25, 640.0),
        ] {
            let (origin, direction) = eye.ray(pixel, size);
            let back = eye
                .pixel(origin + 3.0 * direction, (1280, 800))
                .expect("ahead");
            assert!(back.distance(pixel) < 0.01, "{pixel} came back as {back}");
        }
    }

    #[test]
    fn a_scaled_eye_sees_a_scaled_world_as_it_saw_the_other() {
        let position = Vec3::new(0.4, 1.2, 1.6);
        let projection = perspective(0.8, 1.6, 0.01, 200.0);
        let view = look_at_mat4(position, Vec3::ZERO, Vec3::Y);
        let eye = Eye::new(position, view, projection);
        let scaled = eye.scaled(350.0);
        for point in [Vec3::ZERO, Vec3::new(-1.0, 0.3, -4.0)] {
            let seen = eye.view_projection().project_point3(point);
            let again = scaled.view_projection().project_point3(350.0 * point);
            assert!(seen.distance(again) < 1e-4, "{seen} {again}");
        }
    }
}
