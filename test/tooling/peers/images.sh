#!/usr/bin/env bash
# images.sh FOLDER: two archives as `docker save` makes them, of this machine's own programs: pause.tar, which only sleeps, and debian.tar.
set -euo pipefail

folder=$1
mkdir -p "$folder"

# saved NAME CONFIG FILE <layer: an image of one layer
saved() {
  local work
  work=$(mktemp -d)
  cat >"$work/layer.tar"
  printf '{"architecture":"%s","os":"linux","config":%s,"rootfs":{"type":"layers","diff_ids":["sha256:%s"]},"history":[{}]}' \
    "$(dpkg --print-architecture)" "$2" "$(sha256sum <"$work/layer.tar" | cut -d' ' -f1)" >"$work/config.json"
  printf '[{"Config":"config.json","RepoTags":["%s"],"Layers":["layer.tar"]}]' "$1" >"$work/manifest.json"
  tar -C "$work" -cf "$3" manifest.json config.json layer.tar
  rm -rf "$work"
}

root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
mkdir "$root/bin"
cp "$(command -v busybox)" "$root/bin/sleep"
tar -C "$root" -c . | saved localhost/orrery-pause:1 '{"Entrypoint":["/bin/sleep","1000000000"]}' "$folder/pause.tar"
rm -rf "${root:?}/bin"

mkdir -p "$root"/{tmp,root,proc,sys,dev,run,etc,var,home,usr/bin,usr/lib,usr/lib64,usr/sbin}
chmod 1777 "$root/tmp"
for link in bin lib lib64 sbin; do ln -s "usr/$link" "$root/$link"; done
for program in bash ls cat cp mv rm mkdir rmdir ln touch chmod chown chroot head tail wc sort seq sleep env id hostname uname stat stty \
  tty true false tr cut sed grep find xargs tar gzip base64 mkfifo mknod mktemp ps kill setsid setpriv nohup timeout date echo dd df du tee \
  test od pwd md5sum sha256sum mount unshare sync script yes dirname readlink; do
  file=$(type -P "$program" || true)
  [ ! -f "$file" ] || cp -L "$file" "$root/usr/bin/$program"
done
ln -s bash "$root/usr/bin/sh"
ldd "$root"/usr/bin/* 2>/dev/null | grep -o '/lib[^ ]*' | sort -u | while read -r library; do
  mkdir -p "$root/usr$(dirname "$library")"
  cp -L "$library" "$root/usr$library"
done
printf '%s\n' root:x:0:0:root:/root:/bin/bash nobody:x:65534:65534:nobody:/tmp:/bin/sh >"$root/etc/passwd"
printf '%s\n' root:x:0: tty:x:5: nogroup:x:65534: >"$root/etc/group"
echo 'root:*:19000:0:99999:7:::' >"$root/etc/shadow"
tar -C "$root" -c . | saved localhost/orrery-test:4 '{"Env":["PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"],"Cmd":["/bin/bash"]}' "$folder/debian.tar"
