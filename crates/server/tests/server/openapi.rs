//! Conformance with the OpenAPI description: the server accepts values at each bound and rejects values beyond.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use crate::database::Kind;
use crate::test_server::{Guest, TestServer};

struct Scene {
    server: TestServer,
    guest: Guest,
    api: Value,
}

impl Scene {
    async fn new() -> Self {
        let server =
            TestServer::start_with(Kind::Sqlite, |config| config.limits.open_rooms_per_user = 0).await;
        let guest = server.guest().await;
        let (_, api) = server.get("/openapi.json").await;
        Self { server, guest, api }
    }

    async fn make(&self, body: &Value) -> u16 {
        let request =
            self.server.http().post(self.server.url("/api/v1/rooms")).bearer_auth(&self.guest.token);
        request.json(body).send().await.unwrap().status().as_u16()
    }

    /// Returns the answers to bodies with another field at its bound and beyond, a pair each.
    async fn check(&self, body: &Value, field: &str, inside: impl Into<Value>, beyond: Option<Value>) {
        for (value, status) in std::iter::once((inside.into(), 201)).chain(beyond.map(|beyond| (beyond, 400)))
        {
            let mut body = body.clone();
            *body.pointer_mut(field).unwrap() = value;
            assert_eq!(self.make(&body).await, status, "{body}");
        }
    }
}

#[tokio::test]
async fn the_bounds_of_clocks_are_as_described() {
    let scene = Scene::new().await;
    for kind in scene.api["components"]["schemas"]["Clock"]["oneOf"].as_array().unwrap() {
        let kind = scene.api.pointer(&kind["$ref"].as_str().unwrap()[1..]).unwrap();
        let name = &kind["properties"]["kind"]["enum"][0];
        let fields = kind["properties"].as_object().unwrap().iter().filter(|(field, _)| *field != "kind");
        let mut clock = json!({"kind": name});
        for (field, schema) in fields.clone() {
            clock[field] = schema["maximum"].clone();
        }
        let body = json!({"clock": clock});
        assert_eq!(scene.make(&body).await, 201, "{body}");
        for (field, schema) in fields {
            let (min, max) = (schema["minimum"].as_i64().unwrap(), schema["maximum"].as_i64().unwrap());
            let pointer = format!("/clock/{field}");
            scene.check(&body, &pointer, min, Some(json!(min - 1))).await;
            scene.check(&body, &pointer, max, Some(json!(max + 1))).await;
        }
    }
}

#[tokio::test]
async fn layouts_and_seats_of_a_mode_are_as_described() {
    let scene = Scene::new().await;
    let mut branch = &scene.api["components"]["schemas"]["CreateRoom"];
    let mut modes = Vec::new();
    loop {
        let (mode, limits) = match branch.get("if") {
            Some(condition) => (condition["properties"]["mode"]["const"].clone(), &branch["then"]),
            None => (json!("two"), branch),
        };
        let fields = &limits["properties"];
        let body = json!({"mode": mode, "layout": null, "seat": null});
        for layout in fields["layout"]["enum"].as_array().unwrap() {
            scene.check(&body, "/layout", layout.clone(), None).await;
        }
        let another = if mode == "two" { "four_standard" } else { "standard" };
        scene.check(&body, "/layout", Value::Null, Some(another.into())).await;
        let last = fields["seat"]["maximum"].as_i64().unwrap();
        scene.check(&body, "/seat", last, Some(json!(last + 1))).await;
        modes.push(mode);
        match branch.get("else") {
            Some(other) => branch = other,
            None => break,
        }
    }
    assert_eq!(modes, ["three", "four", "four-consecutive", "two"]);
}

#[tokio::test]
async fn other_bounds_are_as_described() {
    let scene = Scene::new().await;
    let fields = &scene.api["components"]["schemas"]["CreateRoom"]["properties"];
    let body = json!({"lobby": "main", "spectator_delay_s": 0, "rated": false});
    assert_eq!(fields["lobby"]["pattern"], "^[a-z0-9-]{1,32}$");
    scene.check(&body, "/lobby", "x".repeat(32), Some("x".repeat(33).into())).await;
    scene.check(&body, "/lobby", "a-z0", Some("".into())).await;
    scene.check(&body, "/lobby", "9", Some("_".into())).await;
    let delay = fields["spectator_delay_s"]["maximum"].as_i64().unwrap();
    scene.check(&body, "/spectator_delay_s", delay, Some(json!(delay + 1))).await;
    // A guest makes the rooms of this scene.
    assert_eq!(scene.make(&json!({"rated": true})).await, 403);
}

#[tokio::test]
async fn numbers_and_objects_follow_json() {
    let scene = Scene::new().await;
    for (body, status) in [
        (r#"{"spectator_delay_s":5.0,"clock":{"kind":"fischer","initial_ms":6e4,"increment_ms":0.0}}"#, 201),
        (r#"{"spectator_delay_s":5.5}"#, 400),
        ("[]", 400),
        (r#"["two"]"#, 400),
        (r#"{"spectator_delay_s":-1.0}"#, 400),
        (r#"{"spectator_delay_s":1e300}"#, 400),
    ] {
        let request =
            scene.server.http().post(scene.server.url("/api/v1/rooms")).bearer_auth(&scene.guest.token);
        let answer = request.header("content-type", "application/json").body(body).send().await.unwrap();
        assert_eq!(answer.status(), status, "{body}");
    }
}

#[tokio::test]
async fn authentication_requirements_are_as_described() {
    let scene = Scene::new().await;
    let schemes: Vec<_> = scene.api["components"]["securitySchemes"].as_object().unwrap().keys().collect();
    assert_eq!(schemes, ["cookie", "token"]);
    // A client that does not store cookies.
    let http = reqwest::Client::new();
    for (path, item) in scene.api["paths"].as_object().unwrap() {
        let address = path.split('/').map(|part| match part {
            "{picture}" => "picture.svg",
            "{mode}" => "two",
            part if part.starts_with('{') => "00000000-0000-4000-8000-000000000000",
            part => part,
        });
        let address = address.collect::<Vec<_>>().join("/");
        for (method, operation) in item.as_object().unwrap() {
            // The server checks bodies and parameters before the caller.
            let mut parameters = operation["parameters"].as_array().into_iter().flatten();
            let needs_parameter = parameters.any(|one| one["in"] == "query" && one["required"] == true);
            if operation["requestBody"].is_object() || needs_parameter {
                continue;
            }
            let needs_caller = !operation["security"].as_array().unwrap().contains(&json!({}));
            let method = method.to_uppercase().parse().unwrap();
            let request = http.request(method, scene.server.url(&address));
            let status = request.send().await.unwrap().status().as_u16();
            assert_eq!(status == 401, needs_caller, "{status} for {} {path}", operation["operationId"]);
        }
    }
}

/// Returns the schemas of which request bodies consist, by name.
fn schemas_of_bodies(api: &Value) -> BTreeMap<&str, &Value> {
    let operations = api["paths"].as_object().unwrap().values().filter_map(Value::as_object);
    let mut waiting: Vec<_> =
        operations.flat_map(Map::values).map(|operation| &operation["requestBody"]).collect();
    let mut found = BTreeMap::new();
    while let Some(value) = waiting.pop() {
        if let Some(name) = value["$ref"].as_str().and_then(|place| place.rsplit('/').next()) {
            let schema = &api["components"]["schemas"][name];
            if found.insert(name, schema).is_none() {
                waiting.push(schema);
            }
        }
        waiting.extend(value.as_object().into_iter().flat_map(Map::values));
        waiting.extend(value.as_array().into_iter().flatten());
    }
    found
}

#[tokio::test]
async fn undescribed_fields_are_refused() {
    let scene = Scene::new().await;
    let schemas = schemas_of_bodies(&scene.api);
    assert!(schemas.contains_key("CreateRoom") && schemas.contains_key("Clock"));
    for (name, schema) in schemas {
        let variants = schema["oneOf"].as_array().into_iter().flatten();
        for object in variants.chain([schema]).filter(|one| one["properties"].is_object()) {
            assert_eq!(object["additionalProperties"], false, "{name}: {object}");
        }
    }
    let body = json!({"settings": {
        "name": "Open", "form": {"form": "round_robin", "cycles": 1}, "start": {"kind": "by_director", "zz": 1},
        "clock": {"kind": "sudden_death", "initial_ms": 300_000},
    }});
    let url = scene.server.url("/api/v1/tournaments");
    let request = scene.server.http().post(url).bearer_auth(&scene.guest.token).json(&body);
    let answer = request.send().await.unwrap();
    assert_eq!(answer.status(), 400);
    let problem: Value = answer.json().await.unwrap();
    assert!(problem["detail"].as_str().unwrap().contains("zz"), "{problem}");
}

#[tokio::test]
async fn kinds_of_grants_are_those_of_the_metadata() {
    let scene = Scene::new().await;
    let (_, metadata) = scene.server.get("/.well-known/oauth-authorization-server").await;
    let described = &scene.api["components"]["schemas"]["TokenForm"]["properties"]["grant_type"]["enum"];
    assert_eq!(described, &metadata["grant_types_supported"]);
    assert_eq!(described.as_array().map(Vec::len), Some(2));
}
