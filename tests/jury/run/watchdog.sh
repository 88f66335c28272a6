# Runs beside the jury (leftovers.rs). Each line that it reads is a folder with its device and inode number. When the jury is
# gone, it kills every process with the jury's mark, twice, since one may just be starting another. Then it removes these
# folders, but none whose inode has changed.
trap '' INT TERM HUP QUIT
mark=$0
while IFS= read -r folder; do set -- "$@" "$folder"; done
for round in 1 2; do
  for file in $(grep -lsz "^CODECUP_JURY=$mark[.]" /proc/[0-9]*/environ); do
    process=${file#/proc/}
    kill -9 "${process%/environ}"
  done
done 2>/dev/null
for folder; do
  path=${folder#* }
  test "$(stat -c %d:%i -- "$path" 2>/dev/null)" = "${folder%% *}" || continue
  chmod -R u+rwx -- "$path"
  rm -rf -- "$path"
done
