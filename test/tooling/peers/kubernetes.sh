#!/usr/bin/env bash
# A Kubernetes of one node inside the namespaces of apart.sh: kubernetes.sh FOLDER PROGRAMS PORT REGISTRY-PORT. Its API is at FOLDER/api.sock, for a relay
# that serves it at PORT on the loopback outside, which FOLDER/kubeconfig names. Says `ready` and runs until its input ends.
# No network policy is enforced, and nothing leads out of it but REGISTRY-PORT on its loopback, to FOLDER/registry.sock.
set -euo pipefail

folder=$1 programs=$2 port=$3 registry=$4
here=$(realpath "$(dirname "$0")")
group=${folder##*/}
trap 'exit 143' TERM INT HUP
PATH=$programs/bin:$PATH
cd "$folder"
mkdir -p keys log cni images
mount --make-rshared /
mount -t tmpfs tmpfs /run
mkdir -p /run/lock

# The kubelet sets these for the whole machine: here it writes to files that lie over them.
for setting in vm/overcommit_memory=1 vm/panic_on_oom=0 kernel/panic=10 kernel/panic_on_oops=1 kernel/keys/root_maxkeys=1000000 \
  kernel/keys/root_maxbytes=25000000; do
  cover=/run/setting-${setting//[\/=]/-}
  echo "${setting#*=}" >"$cover"
  mount --bind "$cover" "/proc/sys/${setting%=*}"
done

# A node wants an address that is not loopback.
address=10.244.0.1
ip link set lo up
ip link add cni0 type bridge
ip address add $address/16 dev cni0
ip link set cni0 up

(
  cd keys
  openssl req -x509 -newkey rsa:2048 -nodes -days 30 -subj /CN=orrery-tests -keyout ca.key -out ca.crt
  openssl genrsa -out accounts.key 2048
  signed() { # NAME SUBJECT EXTENSIONS
    openssl req -newkey rsa:2048 -nodes -subj "$2" -keyout "$1.key" -out "$1.csr"
    openssl x509 -req -in "$1.csr" -CA ca.crt -CAkey ca.key -CAcreateserial -days 30 -out "$1.crt" -extfile <(echo "$3")
  }
  signed server /CN=kube-apiserver "subjectAltName=IP:127.0.0.1,IP:$address,IP:10.96.0.1,DNS:localhost,DNS:kubernetes.default.svc"
  signed admin /O=system:masters/CN=admin extendedKeyUsage=clientAuth
  echo "$(openssl rand -hex 16),token-admin,2,\"system:masters\"" >tokens.csv
) >log/openssl 2>&1

# kubeconfig PORT: with a certificate, a token, and a program that prints the token.
kubeconfig() {
  local token
  token=$(cut -d, -f1 keys/tokens.csv)
  cat <<END
apiVersion: v1
kind: Config
clusters: [{name: tests, cluster: {server: "https://127.0.0.1:$1", certificate-authority-data: $(base64 -w0 keys/ca.crt)}}]
users:
  - {name: certificate, user: {client-certificate-data: $(base64 -w0 keys/admin.crt), client-key-data: $(base64 -w0 keys/admin.key)}}
  - {name: token, user: {token: $token}}
  - {name: stranger, user: {token: wrong}}
  - name: program
    user:
      exec:
        apiVersion: client.authentication.k8s.io/v1
        command: sh
        args: [-c, 'printf "{\"apiVersion\":\"client.authentication.k8s.io/v1\",\"kind\":\"ExecCredential\",\"status\":{\"token\":\"%s\"}}" "\$ORRERY_TESTS"']
        env: [{name: ORRERY_TESTS, value: $token}]
        interactiveMode: Never
contexts:
  - {name: certificate, context: {cluster: tests, user: certificate}}
  - {name: token, context: {cluster: tests, user: token}}
  - {name: stranger, context: {cluster: tests, user: stranger}}
  - {name: program, context: {cluster: tests, user: program}}
current-context: certificate
END
}
kubeconfig "$port" >kubeconfig
kubeconfig 6443 >inside.kubeconfig
export KUBECONFIG=$folder/inside.kubeconfig

cat >containerd.toml <<END
version = 2
root = "$folder/containerd"
state = "/run/containerd"
[grpc]
  address = "/run/containerd/containerd.sock"
[plugins."io.containerd.grpc.v1.cri"]
  sandbox_image = "localhost/orrery-pause:1"
  disable_apparmor = true
  restrict_oom_score_adj = true
  [plugins."io.containerd.grpc.v1.cri".cni]
    bin_dir = "/usr/lib/cni"
    conf_dir = "$folder/cni"
END
cat >cni/10-tests.conflist <<'END'
{"cniVersion": "0.4.0", "name": "tests", "plugins": [{"type": "bridge", "bridge": "cni0", "isGateway": true,
  "ipam": {"type": "host-local", "dataDir": "/run/cni", "ranges": [[{"subnet": "10.244.0.0/16", "rangeStart": "10.244.1.2"}]],
           "routes": [{"dst": "0.0.0.0/0"}]}}]}
END
cat >kubelet.yaml <<END
apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
address: $address
authentication: {anonymous: {enabled: true}, webhook: {enabled: false}}
authorization: {mode: AlwaysAllow}
cgroupDriver: cgroupfs
cgroupRoot: /$group
clusterDNS: [$address]
failSwapOn: false
makeIPTablesUtilChains: false
oomScoreAdj: 0
resolvConf: ""
readOnlyPort: 0
healthzPort: 0
imageGCHighThresholdPercent: 100
evictionHard: {nodefs.available: "0%", imagefs.available: "0%", memory.available: "0%"}
END
for controller in /sys/fs/cgroup/*/; do mkdir -p "$controller$group"; done
for what in cpus mems; do cat /sys/fs/cgroup/cpuset/cpuset.$what >"/sys/fs/cgroup/cpuset/$group/cpuset.$what"; done

run() { "$@" >"log/$1" 2>&1 & }
until_true() {
  for _ in $(seq 600); do
    ! "$@" >/dev/null 2>&1 || return 0
    sleep 0.2
  done
  echo "$* never came true" >&2
  tail -n 2 log/* >&2
  exit 1
}

run etcd --data-dir etcd --listen-client-urls http://127.0.0.1:2379 --advertise-client-urls http://127.0.0.1:2379 \
  --listen-peer-urls http://127.0.0.1:2380 --initial-advertise-peer-urls http://127.0.0.1:2380 --initial-cluster default=http://127.0.0.1:2380
run containerd --config containerd.toml
run kube-apiserver --etcd-servers=http://127.0.0.1:2379 --bind-address=0.0.0.0 --advertise-address=$address --secure-port=6443 \
  --tls-cert-file=keys/server.crt --tls-private-key-file=keys/server.key --client-ca-file=keys/ca.crt --token-auth-file=keys/tokens.csv \
  --anonymous-auth=false --authorization-mode=RBAC --allow-privileged=true --service-cluster-ip-range=10.96.0.0/16 \
  --service-account-key-file=keys/accounts.key --service-account-signing-key-file=keys/accounts.key \
  --service-account-issuer=https://kubernetes.default.svc --kubelet-preferred-address-types=InternalIP
bash "$here/images.sh" "$folder/images"
until_true test -S /run/containerd/containerd.sock
for archive in images/*.tar; do ctr -n k8s.io images import "$archive" >>log/images 2>&1; done
# What a server of tests starts where an image is not named.
ctr -n k8s.io images tag localhost/orrery-test:4 docker.io/library/debian:stable >>log/images
until_true kubectl get --raw /readyz
run kube-controller-manager --kubeconfig=inside.kubeconfig --leader-elect=false --service-account-private-key-file=keys/accounts.key \
  --root-ca-file=keys/ca.crt --port=0 --bind-address=127.0.0.1 --cert-dir=keys/manager
run kube-scheduler --kubeconfig=inside.kubeconfig --leader-elect=false --port=0 --bind-address=127.0.0.1 --cert-dir=keys/scheduler
run kubelet --config=kubelet.yaml --kubeconfig=inside.kubeconfig --container-runtime=remote \
  --container-runtime-endpoint=unix:///run/containerd/containerd.sock --root-dir="$folder/kubelet" --cert-dir=keys/kubelet --node-ip=$address \
  --hostname-override=node
until_true sh -c 'kubectl get node node | grep -qw Ready'
until_true kubectl get serviceaccount default
node "$here/relay.mjs" "$folder/api.sock" 6443 >/dev/null &
until_true test -S api.sock
echo "$registry" >registry-port
node "$here/relay.mjs" "$registry" "$folder/registry.sock" >/dev/null &
echo ready
while read -r _; do :; done
