CHECK(swp_sim_create(model, NULL, &sim));
