//! `CameraPath`: waypoints of a camera, and the smooth curve through them.
//!
//! The curve is a cubic Hermite spline over time. Its velocity at a waypoint between two others is that of the parabola through the three,
//! as in a non-uniform Catmull–Rom spline; at both ends of the path it is zero:
//!
//! ```text
//! p(t) = (2s³ − 3s² + 1)·p₀ + (s³ − 2s² + s)·h·v₀ + (3s² − 2s³)·p₁ + (s³ − s²)·h·v₁        s = (t − t₀)/h, h = t₁ − t₀
//! ```

use super::Camera;
use glam::DVec3;

/// A place of the camera at a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Waypoint {
    /// Seconds since the start of the path.
    pub time: f64,
    /// Position of the eye, metres.
    pub eye: [f32; 3],
    /// The point that the camera looks at, metres; never the same point.
    pub target: [f32; 3],
}

/// The `[[camera.path]]` of a scene: two waypoints or more, in the order of their times.
#[derive(Clone, Debug, PartialEq)]
pub struct CameraPath {
    waypoints: Vec<Waypoint>,
}

impl CameraPath {
    /// Maximum number of waypoints.
    pub const MAX: usize = 256;

    /// A path through these waypoints. `None` if there are fewer than two, or if a time does not come after the one before.
    pub fn new(waypoints: Vec<Waypoint>) -> Option<Self> {
        let is_path = waypoints.len() >= 2 && waypoints.is_sorted_by(|a, b| a.time < b.time);
        is_path.then_some(Self { waypoints })
    }

    /// The waypoints: two or more.
    pub fn waypoints(&self) -> &[Waypoint] {
        &self.waypoints
    }

    /// Time of the last waypoint, seconds.
    pub fn seconds(&self) -> f64 {
        self.waypoints.last().map_or(0.0, |last| last.time)
    }

    /// Eye and target at a time in seconds; before the first waypoint and after the last one, those of that waypoint. Both are continuous,
    /// and so are their velocities.
    pub fn at(&self, time: f64) -> [[f32; 3]; 2] {
        let after = self.waypoints.partition_point(|point| point.time <= time);
        let last = self.waypoints.len() - 1;
        match after {
            0 => [self.waypoints[0].eye, self.waypoints[0].target],
            after if after > last => [self.waypoints[last].eye, self.waypoints[last].target],
            after => [
                |point: &Waypoint| point.eye,
                |point: &Waypoint| point.target,
            ]
            .map(|of| self.between(after - 1, time, of)),
        }
    }

    /// The camera at a time, as [`CameraPath::at`], with a vertical field of view of `fov` degrees.
    pub fn camera(&self, time: f64, fov: f64) -> Camera {
        let [eye, target] = self.at(time);
        Camera { eye, target, fov }
    }

    /// A point at a time between the waypoints `index` and `index + 1`.
    fn between(&self, index: usize, time: f64, of: fn(&Waypoint) -> [f32; 3]) -> [f32; 3] {
        let place = |index: usize| DVec3::from(of(&self.waypoints[index]).map(f64::from));
        let ends = [index, index + 1];
        let [from, to] = ends.map(|index| self.waypoints[index].time);
        let h = to - from;
        let s = (time - from) / h;
        let [p0, p1] = ends.map(place);
        let [v0, v1] = ends.map(|index| self.velocity(index, place));
        let (s2, s3) = (s * s, s * s * s);
        let point = (2.0 * s3 - 3.0 * s2 + 1.0) * p0
            + (s3 - 2.0 * s2 + s) * h * v0
            + (3.0 * s2 - 2.0 * s3) * p1
            + (s3 - s2) * h * v1;
        point.as_vec3().into()
    }

    /// Velocity at a waypoint, metres per second.
    fn velocity(&self, index: usize, place: impl Fn(usize) -> DVec3) -> DVec3 {
        if index == 0 || index + 1 == self.waypoints.len() {
            return DVec3::ZERO;
        }
        let time = |index: usize| self.waypoints[index].time;
        let [before, after] = [index - 1, index].map(|first| time(first + 1) - time(first));
        let [arrival, departure] = [(index - 1, before), (index, after)]
            .map(|(first, seconds)| (place(first + 1) - place(first)) / seconds);
        (after * arrival + before * departure) / (before + after)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn waypoint(time: f64, x: f32) -> Waypoint {
        Waypoint {
            time,
            eye: [x, 1.0, 0.0],
            target: [0.0, 0.0, -x],
        }
    }

    fn path(waypoints: &[(f64, f32)]) -> CameraPath {
        let waypoints = waypoints.iter().map(|(time, x)| waypoint(*time, *x));
        CameraPath::new(waypoints.collect()).expect("a path")
    }

    #[test]
    fn it_passes_through_its_waypoints_and_stays_at_its_ends() {
        let points = [(0.0, 1.0), (2.0, 4.0), (3.0, 2.0), (7.5, -3.0)];
        let path = path(&points);
        assert_eq!(path.seconds(), 7.5);
        for (time, x) in points {
            assert_eq!(path.at(time), [[x, 1.0, 0.0], [0.0, 0.0, -x]]);
        }
        assert_eq!(path.at(-1.0), path.at(0.0));
        assert_eq!(path.at(100.0), path.at(7.5));
    }

    #[test]
    fn two_waypoints_are_joined_by_a_cubic_with_rest_at_both_ends() {
        let path = path(&[(0.0, 0.0), (4.0, 8.0)]);
        // 8·(3s² − 2s³) at a quarter and in the middle.
        assert_eq!(path.at(1.0)[0][0], 1.25);
        assert_eq!(path.at(2.0)[0][0], 4.0);
    }

    #[test]
    fn a_parabola_is_followed_exactly_between_inner_waypoints() {
        // x = t² at uneven times: the velocity at an inner waypoint is exactly 2t.
        let times = [0.0, 0.5, 1.5, 2.0, 4.0, 5.0];
        let points = times.map(|time| (time, (time * time) as f32));
        let path = path(&points);
        for tenth in 5..=40 {
            let time = f64::from(tenth) / 10.0;
            let x = f64::from(path.at(time)[0][0]);
            assert!((x - time * time).abs() < 1e-5, "{x} at {time}");
        }
    }

    #[test]
    fn its_velocity_has_no_jump() {
        let path = path(&[(0.0, 0.0), (1.0, 5.0), (1.5, -2.0), (6.0, 3.0)]);
        let x = |time: f64| f64::from(path.at(time)[0][0]);
        let velocity = |time: f64| (x(time + 1e-3) - x(time - 1e-3)) / 2e-3;
        for time in [0.0, 1.0, 1.5, 6.0] {
            let jump = velocity(time + 2e-3) - velocity(time - 2e-3);
            assert!(jump.abs() < 0.5, "{jump} m/s at {time} s");
        }
    }

    #[test]
    fn one_waypoint_and_times_out_of_order_are_no_path() {
        assert!(CameraPath::new(vec![waypoint(0.0, 1.0)]).is_none());
        for times in [[0.0, 0.0], [1.0, 0.5]] {
            let waypoints = times.map(|time| waypoint(time, 1.0));
            assert!(CameraPath::new(waypoints.to_vec()).is_none());
        }
    }
}
