// Rules of `settings.attachments` (AX-11). The bytes are read later.
import { formatFound } from "../../core/fail.js";
import { at, type Src } from "../../core/src.js";
import { must } from "../../help/reason.js";
import { ATTACHING_PROFILES } from "../../request/profile.js";
import type { AttachedFile } from "../../request/types/document.js";
import type { Report } from "./report.js";

const MOST = 32;
const LONGEST_NAME = 255;
const MEDIA_TYPE = /^[A-Za-z0-9][\w!#$&^.+-]{0,126}\/[A-Za-z0-9][\w!#$&^.+-]{0,126}$/;

export function checkAttachments(r: Report, files: readonly AttachedFile[] | undefined, src: Src, profile: string): void {
  if (files === undefined) {
    if (profile === "pdfa-4f")
      r.add("attachment-missing", src, must("a list of at least one file, which pdfa-4f requires", "none", { advice: "pdfa-4 has none" }));
    return;
  }
  if (profile !== "" && !ATTACHING_PROFILES.includes(profile))
    return r.add(
      "attachment-profile",
      src,
      must(`left out, or beside one of the profiles ${ATTACHING_PROFILES.join(", ")}, or none`, formatFound(profile)),
    );
  if (files.length < 1 || files.length > MOST) r.add("attachment-count", src, must(`1 to ${MOST} files`, `${files.length}`));
  const names = new Map<string, number>();
  files.slice(0, MOST).forEach((file, i) => {
    const here = at(src, i);
    const fault = nameFault(file.name);
    if (fault !== null) r.add("attachment-name", at(here, "name"), must(fault, formatFound(file.name)));
    const key = file.name.toLowerCase();
    const before = names.get(key);
    if (before === undefined) names.set(key, i);
    else
      r.add(
        "attachment-name",
        at(here, "name"),
        must("a name that no other file has, regardless of case", `${formatFound(file.name)}, as in attachments[${before}]`),
      );
    if (!MEDIA_TYPE.test(file.media_type))
      r.add("attachment-type", at(here, "media_type"), must('a media type such as "text/csv"', formatFound(file.media_type)));
  });
}

/** Allowed form of a wrong name; null if it is right. */
function nameFault(name: string): string | null {
  const length = [...name].length;
  if (length < 1 || length > LONGEST_NAME) return `1 to ${LONGEST_NAME} characters`;
  return /[/\\\p{Cc}]/u.test(name) ? "without /, \\ and control characters" : null;
}
