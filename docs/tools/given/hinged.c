swp_joint shaft;
CHECK(swp_model_add_revolute(model, "shaft", &on_ground, &on_root, &shaft));
