#!/usr/bin/env bash
# Builds what a Kubernetes of one node needs, from Debian's packages alone, into the folder that is its argument. Once: the folder says
# when it is complete. Wants root on Debian 12. Three minutes on two idle cores, and 1.7 GB while it builds; 250 MB stay.
set -euo pipefail

folder=$1
programs=(kube-apiserver kube-controller-manager kube-scheduler kubelet kubectl)
[ ! -f "$folder/complete" ] || exit 0
mkdir -p "$folder"/{bin,work}
exec 9>"$folder/lock"
flock 9
[ ! -f "$folder/complete" ] || exit 0
work=$folder/work

packages() {
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >>"$folder/apt.log" 2>&1
}
[ "${ORRERY_NO_INSTALL:-}" != 1 ] || { echo "ORRERY_NO_INSTALL forbids to install what builds it" >&2; exit 1; }
apt-get update -qq >>"$folder/apt.log" 2>&1
packages golang-1.19-go etcd-server containerd runc containernetworking-plugins busybox-static openssl iproute2

# Debian 12 has the last source package with the whole tree. The lists of this machine stay as they are.
mkdir -p "$work/lists/partial" "$work/sources"
sed -n '/^$/q; s/^Types:.*/Types: deb-src/; s/^Suites:.*/Suites: bookworm/; p' /etc/apt/sources.list.d/debian.sources >"$work/sources/kubernetes.sources"
own_lists=(-qq -o Dir::Etc::sourcelist=/dev/null -o "Dir::Etc::sourceparts=$work/sources" -o "Dir::State::lists=$work/lists")
(cd "$work" && apt-get "${own_lists[@]}" update && apt-get "${own_lists[@]}" source --download-only kubernetes) >>"$folder/apt.log" 2>&1

# The vendored packages do not satisfy today's module mode, so the tree lies where a GOPATH wants it.
export GO111MODULE=off GOPATH=$work/go GOCACHE=$work/cache GOTMPDIR=$work GOPROXY=off GOFLAGS= CGO_ENABLED=0
PATH=/usr/lib/go-1.19/bin:$PATH
package=k8s.io/kubernetes
tree=$GOPATH/src/$package
rm -rf "$tree"
mkdir -p "$tree"
tar -C "$tree" --strip-components=1 -xf "$work"/kubernetes_*.orig.tar.gz
cd "$tree"

# Since Go 1.18 the runtime fills an iterator that the caller brings; this vendored package expects one back.
reflect=vendor/github.com/modern-go/reflect2
sed -i 's/^func mapiterinit(rtype unsafe.Pointer, m unsafe.Pointer) \*hiter/func mapiterinit(rtype, m unsafe.Pointer, into *hiter)/
  s/^\t\/\/ rest fields are ignored/\tpointers [6]unsafe.Pointer\n\tnumbers [4]uintptr/' "$reflect/unsafe_link.go"
sed -i 's/^\treturn &UnsafeMapIterator{/\tinto := new(hiter)\n\tmapiterinit(type2.rtype, *(*unsafe.Pointer)(obj), into)\n&/
  s/hiter: .*mapiterinit(.*/hiter: into,/' "$reflect/unsafe_map.go"

# One file is generated, and not in the source package.
mark='+k8s:openapi-gen='
folders=$(
  {
    grep -rl --include='*.go' -e "$mark" pkg plugin cmd
    find vendor/k8s.io -maxdepth 1 -type l -exec sh -c 'grep -rl --include="*.go" -e "$0" "$1/"' "$mark" {} \;
  } | grep -v -e /testdata/ -e _test.go -e vendor/k8s.io/code-generator/ -e vendor/k8s.io/sample-apiserver/ -e zz_generated |
    xargs -n1 dirname | LC_ALL=C sort -u | sed "s,^,$package/," | paste -sd,
)
go build -o "$work/openapi-gen" ./vendor/k8s.io/kube-openapi/cmd/openapi-gen
"$work/openapi-gen" -i "$folders" -p "$package/pkg/generated/openapi" -O zz_generated.openapi -r "$work/violations" \
  -h vendor/k8s.io/code-generator/hack/boilerplate.go.txt >>"$folder/build.log" 2>&1

version=$(basename "$work"/kubernetes_*.dsc .dsc | sed 's/kubernetes_//; s/.*really//; s/[-+].*//')
flags='-s -w'
for module in component-base/version client-go/pkg/version; do
  at=$package/vendor/k8s.io/$module
  flags+=" -X $at.gitVersion=v$version -X $at.gitMajor=1 -X $at.gitMinor=$(cut -d. -f2 <<<"$version")"
done
go build -p 2 -tags providerless,dockerless -ldflags "$flags" -o "$folder/bin/" "${programs[@]/#/./cmd/}" >>"$folder/build.log" 2>&1
rm -rf "$work"
touch "$folder/complete"
