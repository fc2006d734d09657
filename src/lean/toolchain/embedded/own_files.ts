/**
 * A part of the launcher: how a thread of the pool reads files by itself.
 *
 * In the glue as shipped, every file operation of a thread is done by the main thread, which looks for
 * such requests once a millisecond while it waits. An import of `Init` makes some 5,000 of them. So a
 * thread asks the system itself for the state of a file, and opens, reads and closes compiled modules
 * itself: these are read from start to end by the thread that opens them. Everything else, and whatever
 * fails, goes the way as shipped.
 */

/** Number of the first file descriptor that a thread gives out itself; the main thread's are small. */
const FIRST_DESCRIPTOR = 1 << 20;

/** Error number of a file that does not exist. */
const ENOENT = 44;

/** The source of `ownFiles`. `mounts` names the variable with the folders that Lean may see. */
export function ownFilesSource(mounts: string): string {
  return `
var ownFiles = {
  system: require("fs"),
  roots: process.env["${mounts}"].split(":"),
  open: new Map(),
  next: ${FIRST_DESCRIPTOR},
  isVisible(path) {
    return this.roots.some((root) => path === root || path.startsWith(root + "/"));
  },
  stat(pathPointer, buffer) {
    var path = UTF8ToString(pathPointer);
    if (!this.isVisible(path)) return undefined;
    try {
      var stat = this.system.statSync(path, { throwIfNoEntry: false });
      if (stat === undefined) return -${ENOENT};
      SYSCALLS.writeStat(buffer, stat);
      return 0;
    } catch {
      return undefined;
    }
  },
  tryOpen(pathPointer, flags) {
    var path = UTF8ToString(pathPointer);
    var isRead = (flags & ~0o2100000) === 0;
    if (!isRead || !path.endsWith(".olean") || !this.isVisible(path)) return undefined;
    try {
      this.open.set(this.next, { file: this.system.openSync(path), position: 0 });
      return this.next++;
    } catch {
      return undefined;
    }
  },
  fstat(descriptor, buffer) {
    SYSCALLS.writeStat(buffer, this.system.fstatSync(this.open.get(descriptor).file));
    return 0;
  },
  read(descriptor, vector, count, readPointer) {
    growMemViews();
    var stream = this.open.get(descriptor);
    var total = 0;
    for (var i = 0; i < count; i++) {
      var start = HEAPU32[vector + 8 * i >> 2], length = HEAPU32[vector + 8 * i + 4 >> 2];
      var read = this.system.readSync(stream.file, HEAPU8, start, length, stream.position);
      stream.position += read;
      total += read;
      if (read < length) break;
    }
    HEAPU32[readPointer >> 2] = total;
    return 0;
  },
  seek(descriptor, offset, whence, positionPointer) {
    growMemViews();
    var stream = this.open.get(descriptor);
    var from = whence === 0 ? 0 : whence === 1 ? stream.position : this.system.fstatSync(stream.file).size;
    stream.position = from + Number(offset);
    HEAP64[positionPointer >> 3] = BigInt(stream.position);
    return 0;
  },
  close(descriptor) {
    this.system.closeSync(this.open.get(descriptor).file);
    this.open.delete(descriptor);
    return 0;
  },
};
`;
}

/** A function of the glue that a thread answers itself when it can. */
interface Hook {
  /** The function's head, up to its body. */
  readonly head: string;
  /** What comes first in its body. */
  readonly first: string;
}

/** The functions of the glue that ask `ownFiles` first. */
export const OWN_FILE_HOOKS: readonly Hook[] = [
  {
    head: "function ___syscall_stat64(path,buf){",
    first:
      "if(ENVIRONMENT_IS_PTHREAD){var own=ownFiles.stat(path,buf);if(own!==undefined)return own}",
  },
  {
    head: "function ___syscall_openat(dirfd,path,flags,varargs){",
    first: "if(ENVIRONMENT_IS_PTHREAD){var own=ownFiles.tryOpen(path,flags);" +
      "if(own!==undefined)return own}",
  },
  {
    head: "function ___syscall_fstat64(fd,buf){",
    first: "if(ownFiles.open.has(fd))return ownFiles.fstat(fd,buf);",
  },
  {
    head: "function _fd_read(fd,iov,iovcnt,pnum){",
    first: "if(ownFiles.open.has(fd))return ownFiles.read(fd,iov,iovcnt,pnum);",
  },
  {
    head: "function _fd_seek(fd,offset,whence,newOffset){",
    first: "if(ownFiles.open.has(fd))return ownFiles.seek(fd,offset,whence,newOffset);",
  },
  {
    head: "function _fd_close(fd){",
    first: "if(ownFiles.open.has(fd))return ownFiles.close(fd);",
  },
];
