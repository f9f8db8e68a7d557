export * from "aws4fetch";
