//! Sections of real blades and beams, as they were published.
//!
//! | blade | source |
//! |---|---|
//! | NREL 5 MW | Jonkman et al., NREL/TP-500-38060 (2009), Table 2-1, in the matrices of OpenFAST's regression test bd_5MW_dynamic |
//! | IEA 15 MW | Gaertner et al., NREL/TP-5000-75698 (2020); BeamDyn file of the IEA-15-240-RWT repository, by SONATA |
//! | Princeton beam | Dowell, Traybar and Hodges, J. Sound and Vibration 50 (1977): aluminium strip 12.77 × 3.2024 mm, 0.508 m |
//! | twisted beam | OpenFAST's regression test bd_static_twisted_with_k1 |
//! | three-bar and four-bar mechanisms | Epple 2008, Table 6.1 and §6.2 |
//! | bars of the planar mechanism | Borri 2000, §6 |
//! | hub with blades | Gransden 2015, §6, as in `hub.rs` |
//! | turbine, tail rotor, tip with crank | as in `turbine.rs`, `tail_rotor.rs`, `tip_crank.rs`, which name their sources |

use swashplate::math::{Mat6, Vec6};
use swashplate::sections::{BeamSection, Convention, Engineering};

/// A blade: name, length [m], sections along it.
pub struct Blade {
    pub name: &'static str,
    pub length: f64,
    pub sections: Vec<BeamSection>,
}

/// Diagonal matrices in BeamDyn's order: GA, GA, EA, EI about x, EI about y, GJ; mass; inertias about x, y, z.
fn diagonal(k: [f64; 6], m: f64, [ix, iy, iz]: [f64; 3]) -> BeamSection {
    let mass = Mat6::from_diagonal(&Vec6::new(m, m, m, ix, iy, iz));
    BeamSection::new("blade", Convention::BeamDyn, &Mat6::from_diagonal(&Vec6::from(k)), &mass, 1e-3).unwrap()
}

/// Upper triangle of the stiffness in BeamDyn's order; mass, −m y and m x of its coupling with twist, inertias xx, xy, yy, zz.
fn full(k: [f64; 21], [m, b, a, ixx, ixy, iyy, izz]: [f64; 7]) -> BeamSection {
    let (mut stiffness, mut mass) = (Mat6::zeros(), Mat6::zeros());
    for (n, (i, j)) in (0..36).map(|n| (n / 6, n % 6)).filter(|(i, j)| i <= j).enumerate() {
        (stiffness[(i, j)], stiffness[(j, i)]) = (k[n], k[n]);
    }
    for (i, j, value) in [(0, 0, m), (1, 1, m), (2, 2, m), (0, 5, b), (1, 5, a), (2, 3, -b), (2, 4, -a)] {
        (mass[(i, j)], mass[(j, i)]) = (value, value);
    }
    for (i, j, value) in [(3, 3, ixx), (3, 4, ixy), (4, 4, iyy), (5, 5, izz)] {
        (mass[(i, j)], mass[(j, i)]) = (value, value);
    }
    BeamSection::new("blade", Convention::BeamDyn, &stiffness, &mass, 1e-3).unwrap()
}

/// EA, GA2, GA3, GJ, EI2, EI3; mass; inertias 1, 2, 3; all centres on the axis.
fn plain(k: [f64; 6], mass: f64, inertia: [f64; 3]) -> BeamSection {
    let [axial, shear_2, shear_3, torsion, bending_2, bending_3] = k;
    let own = Engineering {
        axial,
        shear: [shear_2, shear_3],
        torsion,
        bending: [bending_2, bending_3],
        mass,
        inertia,
        tension_center: [0.0; 2],
        shear_center: [0.0; 2],
        mass_center: [0.0; 2],
        principal_angle: 0.0,
        damping: 2e-4,
    };
    own.section("blade").unwrap()
}

#[rustfmt::skip]
pub fn nrel_5mw() -> Blade {
    let sections = vec![
        diagonal([9.72948e8, 9.72948e8, 9.72948e9, 1.81136e10, 1.811e10, 5.5644e9], 678.935, [973.04, 972.86, 1945.9]),
        diagonal([1.07895e9, 1.07895e9, 1.07895e10, 1.95586e10, 1.94249e10, 5.43159e9], 773.363, [1066.38, 1091.52, 2157.9]),
        diagonal([7.60786e8, 7.60786e8, 7.60786e9, 1.48585e10, 1.07824e10, 3.47471e9], 592.496, [873.02, 648.55, 1521.57]),
        diagonal([4.08235e8, 4.08235e8, 4.08235e9, 7.27166e9, 3.94946e9, 6.7227e8], 416.82, [569.9, 246.57, 816.47]),
        diagonal([4.85e5, 4.85e5, 4.85e6, 6.61e6, 2.5e5, 2.5e5], 11.453, [0.94, 0.04, 0.98]),
        diagonal([3.53e5, 3.53e5, 3.53e6, 5.01e6, 1.7e5, 1.9e5], 10.319, [0.68, 0.02, 0.70]),
    ];
    Blade { name: "NREL 5 MW", length: 61.5, sections }
}

#[rustfmt::skip]
pub fn iea_15mw() -> Blade {
    let sections = vec![
        full([6.6845110122e9, 8.2826034447e6, 0.0, 0.0, 0.0, 1.5658355403e8, 6.666911192e9, 0.0, 0.0, 0.0, 1.0815344599e7,
              4.610543246e10, -1.0859247126e9, 3.4494472975e8, 0.0, 1.4901571068e11, -1.8587068976e8, 0.0, 1.4965474588e11,
              0.0, 8.7417078218e10],
             [3118.7568377, 73.671076974, 12.335531365, 10137.450938, -2.9838682666, 10144.692371, 20282.143309]),
        full([3.1121774931e8, 2.6817516054e7, -5.0145035382e7, -1.2545511187e8, 1.6554435932e7, 1.9745786258e7,
              1.1123989667e9, -3.9904441913e6, 1.6932256592e7, -9.034348594e7, 2.5431896026e7, 1.8833824665e10, 4.8659448813e9,
              -2.9354451938e8, 1.998006158e8, 2.5181649605e10, -2.8984840637e9, 3.2115207602e8, 2.1668899237e10,
              -1.151959954e7, 2.6765549867e9],
             [594.40320049, -361.85934242, 15.594001944, 1690.7312957, -64.430020515, 464.3725191, 2155.1038148]),
        full([4.7134518944e7, 4.5835867774e6, -3.4501414772e6, -5.965192045e6, 80625.502038, 4.0392123509e6, 4.4268695174e8,
              5.0054397124e6, 2.2090617015e6, -3.4831141856e6, -2.2810894644e6, 1.5897450963e10, 1.2742620482e9,
              -2.6510440524e8, 8.1502160684e6, 4.1189660332e9, -3.6146371946e7, 9.6289899203e6, 2.6727252707e9,
              -274690.92167, 1.1301689731e8],
             [269.02875118, -90.309052938, 6.0757712484, 222.7611077, -4.9147017517, 35.223809873, 257.98491758]),
        full([4.3454689862e6, 602066.80299, 144026.68637, 179257.28243, -4768.5952032, 1.2162238768e6, 6.8698025053e7,
              -373813.21107, -82390.671255, 3897.7532613, 2.07517026e6, 5.7564577274e8, 7.7154419937e7, -1.3857539962e7,
              -194817.67788, 1.2203179068e8, -2.7573865289e6, -113164.23772, 1.0373396751e7, 1698.5782704, 3.7492005353e6],
             [26.385141246, -4.6001392156, 0.63179168323, 6.9875139304, -0.16383132081, 0.40608927373, 7.3936032041]),
    ];
    Blade { name: "IEA 15 MW", length: 117.0, sections }
}

fn princeton() -> Blade {
    let (young, shear, density, h, b) = (71.7e9, 26.9e9, 2810.0, 12.77e-3, 3.2024e-3_f64);
    let [i2, i3] = [h * b.powi(3) / 12.0, b * h * h * h / 12.0];
    let torsion = h * b.powi(3) / 3.0 * (1.0 - 0.63 * b / h);
    let k = [young, 5.0 / 6.0 * shear, 5.0 / 6.0 * shear].map(|e| e * h * b);
    let own = plain(
        [k[0], k[1], k[2], shear * torsion, young * i2, young * i3],
        density * h * b,
        [density * (i2 + i3), density * i2, density * i3],
    );
    Blade { name: "Princeton beam", length: 0.508, sections: vec![own] }
}

/// Blades, shafts and bars with nothing wrong in them.
pub fn all() -> Vec<Blade> {
    let one = |name, length, k, mass, inertia| Blade { name, length, sections: vec![plain(k, mass, inertia)] };
    let shaft = 0.848 / 22.9e6;
    let mut list = vec![nrel_5mw(), iea_15mw(), princeton()];
    let twisted = [8.2604167e9, 8.2604167e9, 2.5e10, 5.20833e8, 1.30208333e8, 1.41872656e8];
    list.push(Blade {
        name: "twisted beam",
        length: 10.0,
        sections: vec![diagonal(twisted, 678.935, [973.04, 972.86, 1945.9])],
    });
    let epple = [3.36e8, 1.08e8, 1.08e8, 2.91e3, 4.48e4, 4.48e4];
    list.push(one("three-bar mechanism", 1.0, epple, 12.6, [3.4e-3, 1.7e-3, 1.7e-3]));
    list.push(one("four-bar link", 0.12, [4e7, 1.4e7, 2.8e6, 2.8e4, 2.4e4, 2.4e4], 1.6, [1.2e-2, 8.6e-4, 1.1e-2]));
    list.push(one("four-bar coupler", 0.24, [4e7, 1.4e7, 2.8e6, 2.8e5, 2.4e5, 2.4e6], 3.2, [1.2e-2, 8.6e-4, 1.1e-2]));
    list.push(one("hub with blades", 0.97, [3e6, 6e5, 6e5, 25.0, 30.0, 1e3], 0.45, [2.4e-4, 1e-5, 2.3e-4]));
    list.push(one("turbine blade", 11.0, [2e9, 1e9, 1e9, 1e6, 4e6, 2e7], 40.0, [1.65, 0.15, 1.5]));
    list.push(one("turbine tower", 30.0, [1.18e10, 2.2e9, 2.2e9, 2.5e9, 3.3e9, 3.3e9], 440.0, [248.0, 124.0, 124.0]));
    list.push(one(
        "tail rotor shaft",
        6.0,
        [22.9e6, 4.58e6, 4.58e6, 22.1e3, 26.7e3, 27.7e3],
        0.848,
        [54.4e3 * shaft, 26.7e3 * shaft, 27.7e3 * shaft],
    ));
    list.push(one("rotor of the benchmark", 8.0, [2e8, 8e7, 8e7, 3e5, 1e5, 2e6], 10.0, [0.12, 0.02, 0.1]));
    // Bernoulli's beam: rotary inertia left out, the polar one kept
    list.push(one(
        "NREL 5 MW, no rotary inertia",
        61.5,
        [4.08e9, 4.08e8, 4.08e8, 6.7e8, 3.9e9, 7.3e9],
        416.8,
        [816.0, 0.0, 0.0],
    ));
    list
}
