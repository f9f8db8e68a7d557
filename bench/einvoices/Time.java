import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.mustangproject.validator.ZUGFeRDValidator;

/** Times Mustang on XML files in one JVM: ROUNDS FILE...; one line a file with the median in milliseconds, after as many rounds that do not count. */
public class Time {
  public static void main(String[] args) {
    int rounds = Integer.parseInt(args[0]);
    for (int f = 1; f < args.length; f++) {
      List<Double> times = new ArrayList<>();
      boolean valid = true;
      for (int i = 0; i < 2 * rounds; i++) {
        ZUGFeRDValidator validator = new ZUGFeRDValidator();
        long start = System.nanoTime();
        validator.validate(args[f]);
        if (i >= rounds) times.add((System.nanoTime() - start) / 1e6);
        valid = valid && validator.wasCompletelyValid();
      }
      Collections.sort(times);
      System.out.println("TIME\t" + times.get(times.size() / 2) + "\t" + valid);
    }
  }
}
