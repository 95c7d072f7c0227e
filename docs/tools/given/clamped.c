swp_joint clamp;
CHECK(swp_model_add_rigid_connection(model, "clamp", &on_ground, &on_root, &clamp));
