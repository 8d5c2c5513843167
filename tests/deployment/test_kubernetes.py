"""The Kubernetes manifests fit their schemas, and say what the compose file says."""

import re
import warnings
from typing import Any

import pytest
import yaml

from outfitter.api import probes
from tests.deployment import sources

pytestmark = pytest.mark.rules
PODS = sources.pods()
OURS = ("web", "worker", "beat", "migrate")


@pytest.mark.parametrize(
    "manifest", sources.manifests(), ids=lambda one: f"{one['kind']}-{one['metadata']['name']}"
)
def test_it_fits_its_schema(manifest: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import kubernetes_validate

        assert kubernetes_validate.validate(manifest, "1.37", strict=True) == "1.37"


def test_a_word_that_the_schema_lacks_is_noticed() -> None:
    import kubernetes_validate

    wrong = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "x"}, "dates": {}}
    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate(wrong, "1.37", strict=True)


@pytest.mark.parametrize("name", PODS)
def test_a_pod_can_do_little(name: str) -> None:
    pod = PODS[name]
    assert pod["automountServiceAccountToken"] is False
    assert pod["securityContext"]["runAsNonRoot"] is True
    assert pod["securityContext"]["runAsUser"] > 0
    assert pod["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
    for container in pod["containers"]:
        rights = container["securityContext"]
        assert rights["readOnlyRootFilesystem"] is True
        assert rights["allowPrivilegeEscalation"] is False
        assert rights["capabilities"]["drop"] == ["ALL"]
        assert container["resources"]["limits"]["memory"]


def test_the_product_is_one_image_with_a_version() -> None:
    assert {PODS[name]["containers"][0]["image"] for name in OURS} == {"outfitter"}
    used = {container["image"] for pod in PODS.values() for container in pod["containers"]}
    tags: dict[str, set[str]] = {}
    for path in (sources.INFRA / "kubernetes").rglob("kustomization.yaml"):
        for image in yaml.safe_load(path.read_text())["images"]:
            tags.setdefault(image["name"], set()).add(str(image["newTag"]))
    assert set(tags) == used
    assert all(len(one) == 1 and re.fullmatch(r"\d+\.\d+\.\d+", next(iter(one))) for one in tags.values())


def test_every_manifest_is_listed() -> None:
    for path in (sources.INFRA / "kubernetes").rglob("kustomization.yaml"):
        files = {one.name for one in path.parent.glob("*.yaml")} - {"kustomization.yaml"}
        assert set(yaml.safe_load(path.read_text())["resources"]) == files


def test_probes_lead_to_routes_that_are_there() -> None:
    (web,) = PODS["web"]["containers"]
    assert {port["name"]: port["containerPort"] for port in web["ports"]} == {"http": 8000}
    assert web["livenessProbe"]["httpGet"] == {"path": probes.LIVE, "port": "http"}
    assert web["startupProbe"]["httpGet"] == {"path": probes.LIVE, "port": "http"}
    assert web["readinessProbe"]["httpGet"] == {"path": probes.READY, "port": "http"}
    file = _configuration()["OUTFITTER_HEARTBEAT_FILE"]
    for name in ("worker", "beat"):
        (container,) = PODS[name]["containers"]
        assert file in container["livenessProbe"]["exec"]["command"][-1]


def test_pods_have_time_to_end() -> None:
    drain = int(_configuration()["OUTFITTER_DRAIN_SECONDS"])
    probe = PODS["web"]["containers"][0]["readinessProbe"]
    assert drain > probe["periodSeconds"] * probe["failureThreshold"] + probe["timeoutSeconds"]
    assert PODS["web"]["terminationGracePeriodSeconds"] > drain + 30
    assert PODS["worker"]["terminationGracePeriodSeconds"] == 330


def _configuration() -> dict[str, str]:
    (found,) = (one["data"] for one in sources.manifests() if one["kind"] == "ConfigMap")
    return dict(found)


def test_every_variable_is_read_by_somebody() -> None:
    assert set(_configuration()) <= sources.known_variables()
    (caddy,) = PODS["caddy"]["containers"]
    assert {one["name"] for one in caddy["env"]} <= sources.caddy_variables()


def test_there_is_one_scheduler() -> None:
    (beat,) = (
        one
        for one in sources.manifests()
        if one["kind"] == "Deployment" and one["metadata"]["name"] == "beat"
    )
    assert beat["spec"]["replicas"] == 1
    assert beat["spec"]["strategy"] == {"type": "Recreate"}


def test_services_lead_to_ports_of_their_pods() -> None:
    for one in sources.manifests():
        if one["kind"] == "Service":
            component = one["spec"]["selector"]["app.kubernetes.io/component"]
            ports = {port["name"] for port in PODS[component]["containers"][0]["ports"]}
            assert {port["targetPort"] for port in one["spec"]["ports"]} <= ports
