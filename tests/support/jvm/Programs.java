import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Runs other programs' main in one JVM: Programs FOLDER PID. A file NAME.ask of FOLDER has the class path, the class, the number of
 * system properties, each as NAME=VALUE, the number of arguments, the arguments, then standard input, each on a line. NAME.out is the answer: a line "ended" or "failed", then standard output
 * or the stack trace. Each class path has its own class loader, keeps its state, and runs one call at a time. The JVM ends when
 * FOLDER or the process PID is gone.
 */
public class Programs {
  static final ThreadLocal<PrintStream> out = new ThreadLocal<>();
  static final ThreadLocal<InputStream> in = new ThreadLocal<>();
  static final Map<String, Program> programs = new ConcurrentHashMap<>();

  static class Program {
    final Method main;
    final ForkJoinPool pool;

    Program(String path, String name) throws Exception {
      List<URL> urls = new ArrayList<>();
      for (String part : path.split(File.pathSeparator)) {
        if (part.endsWith("/*")) {
          File[] jars = new File(part.substring(0, part.length() - 2)).listFiles((dir, f) -> f.endsWith(".jar"));
          if (jars == null) throw new IllegalStateException("no " + part);
          for (File jar : jars) urls.add(jar.toURI().toURL());
        } else urls.add(new File(part).toURI().toURL());
      }
      ClassLoader loader = new URLClassLoader(urls.toArray(new URL[0]), ClassLoader.getPlatformClassLoader());
      main = loader.loadClass(name).getMethod("main", String[].class);
      // parallel streams of the program run in its pool, and find its packages
      pool =
          new ForkJoinPool(
              Runtime.getRuntime().availableProcessors(),
              p -> {
                ForkJoinWorkerThread thread = ForkJoinPool.defaultForkJoinWorkerThreadFactory.newThread(p);
                thread.setContextClassLoader(loader);
                return thread;
              },
              null,
              false);
    }

    synchronized String run(String[] args, byte[] input) throws Exception {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      pool.submit(
              () -> {
                out.set(new PrintStream(bytes, true, StandardCharsets.UTF_8));
                in.set(new ByteArrayInputStream(input));
                try {
                  main.invoke(null, (Object) args);
                } finally {
                  out.remove();
                  in.remove();
                }
                return null;
              })
          .get();
      return bytes.toString(StandardCharsets.UTF_8);
    }
  }

  static Program program(String path, String name) {
    return programs.computeIfAbsent(
        name + " " + path,
        key -> {
          try {
            return new Program(path, name);
          } catch (Exception e) {
            throw new IllegalStateException(name, e);
          }
        });
  }

  static class Lines {
    private final String text;
    private int at = 0;

    Lines(String text) {
      this.text = text;
    }

    String next() {
      int end = text.indexOf('\n', at);
      String line = text.substring(at, end);
      at = end + 1;
      return line;
    }

    String[] some() {
      String[] lines = new String[Integer.parseInt(next())];
      for (int i = 0; i < lines.length; i++) lines[i] = next();
      return lines;
    }

    String rest() {
      return text.substring(at);
    }
  }

  static String answer(String asked) {
    try {
      Lines lines = new Lines(asked);
      String path = lines.next();
      String name = lines.next();
      for (String property : lines.some()) {
        String[] pair = property.split("=", 2);
        System.setProperty(pair[0], pair[1]);
      }
      String[] args = lines.some();
      return "ended\n" + program(path, name).run(args, lines.rest().getBytes(StandardCharsets.UTF_8));
    } catch (Throwable e) {
      StringWriter trace = new StringWriter();
      Throwable cause = e.getCause() instanceof InvocationTargetException ? e.getCause().getCause() : e;
      cause.printStackTrace(new PrintWriter(trace));
      return "failed\n" + trace;
    }
  }

  static void takeAll(Path folder) throws java.io.IOException {
    try (Stream<Path> files = Files.list(folder)) {
      files.forEach(Programs::take);
    }
  }

  static void take(Path asked) {
    String name = asked.getFileName().toString();
    if (!name.endsWith(".ask")) return;
    Thread thread =
        new Thread(
            () -> {
              try {
                String text = Files.readString(asked);
                Files.delete(asked);
                Path part = asked.resolveSibling(name.replaceAll("ask$", "part"));
                Files.writeString(part, answer(text));
                // a reader never sees half an answer
                Files.move(part, asked.resolveSibling(name.replaceAll("ask$", "out")), StandardCopyOption.ATOMIC_MOVE);
              } catch (java.nio.file.NoSuchFileException e) {
                // taken already
              } catch (Throwable e) {
                // whoever waits for the answer learns of the end
                e.printStackTrace();
                Runtime.getRuntime().halt(1);
              }
            });
    thread.setDaemon(true);
    thread.start();
  }

  public static void main(String[] args) throws Exception {
    Path folder = Path.of(args[0]);
    long parent = Long.parseLong(args[1]);
    OutputStream said =
        new OutputStream() {
          public void write(int b) {
            PrintStream to = out.get();
            if (to != null) to.write(b);
          }

          public void write(byte[] b, int from, int length) {
            PrintStream to = out.get();
            if (to != null) to.write(b, from, length);
          }
        };
    System.setOut(new PrintStream(said, true, StandardCharsets.UTF_8));
    System.setIn(
        new InputStream() {
          public int read() throws java.io.IOException {
            return in.get().read();
          }

          public int read(byte[] b, int from, int length) throws java.io.IOException {
            return in.get().read(b, from, length);
          }
        });
    WatchService watch = folder.getFileSystem().newWatchService();
    folder.register(watch, StandardWatchEventKinds.ENTRY_CREATE);
    takeAll(folder);
    while (Files.exists(folder) && ProcessHandle.of(parent).isPresent()) {
      WatchKey key = watch.poll(2, TimeUnit.SECONDS);
      if (key == null) continue;
      // events may have been lost: they say only that there is something
      key.pollEvents();
      if (!key.reset()) break;
      takeAll(folder);
    }
    Runtime.getRuntime().halt(0);
  }
}
